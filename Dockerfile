# The image of every Loci process: the API with MCP by default, `loci` for everything else.
FROM node:20-bookworm-slim AS build
WORKDIR /loci
ENV CI=true
RUN npm install --global pnpm@12.21.0
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY patches patches
COPY packages packages
COPY apps apps
RUN pnpm install --frozen-lockfile
COPY tsconfig.base.json tsconfig.json ./
RUN node_modules/.bin/tsc -b && node packages/embeddings/scripts/build-static.mjs
RUN pnpm install --frozen-lockfile --prod

FROM node:20-bookworm-slim
WORKDIR /loci
COPY --from=build --chown=node:node /loci .
RUN ln -s /loci/apps/cli/bin/run.js /usr/local/bin/loci && mkdir /data && chown node:node /data
USER node
ENV NODE_ENV=production LOCI_HOST=0.0.0.0 LOCI_PORT=5624 LOCI_HOME=/data
EXPOSE 5624
VOLUME /data
HEALTHCHECK --interval=5s --timeout=3s --start-period=20s --retries=5 \
  CMD node -e "fetch('http://127.0.0.1:'+process.env.LOCI_PORT+'/health/live').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"
CMD ["loci", "serve"]
