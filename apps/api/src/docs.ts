import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { Hono } from 'hono'
import type { ApiEnv } from './env.ts'

const require = createRequire(import.meta.url)
const day = 'private, max-age=86400'
// swagger-ui styles its elements from script, and holds its icons as data
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const home = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Loci</title>
<style>
  body { font: 1rem/1.6 system-ui, sans-serif; max-width: 36rem; margin: 4rem auto; padding: 0 1rem; color-scheme: light dark }
</style>
<h1>Loci</h1>
<p>Loci runs here. It keeps what was said and written, word for word, and finds it again.</p>
<ul>
  <li><a href="/docs">The API and how to call it</a>, also as <a href="/api/openapi.json">OpenAPI</a>
  <li>MCP for agents at <code>/mcp</code> (Streamable HTTP)
  <li><a href="/health/ready">Whether the palace is ready</a>
</ul>
</html>
`

const docs = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Loci API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<div id="docs"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/open.js"></script>
</html>
`

const open = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#docs', deepLinking: true, validatorUrl: null })\n`

/** The page at / and the API docs, from files of this machine alone. */
export function docsRoutes(): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>()
  const page = (path: string, html: string) =>
    app.get(path, (c) => {
      c.set('route', path)
      return c.html(html, 200, { 'Content-Security-Policy': policy })
    })
  const asset = (file: string, type: string, read: () => Promise<string>) =>
    app.get(`/docs/${file}`, async (c) => {
      c.set('route', `/docs/${file}`)
      return c.body(await read(), 200, { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': day })
    })
  const distributed = (file: string) => () => readFile(require.resolve(`swagger-ui-dist/${file}`), 'utf8')

  page('/', home)
  page('/docs', docs)
  asset('swagger-ui.css', 'text/css', distributed('swagger-ui.css'))
  asset('swagger-ui-bundle.js', 'text/javascript', distributed('swagger-ui-bundle.js'))
  asset('open.js', 'text/javascript', async () => open)
  return app
}
