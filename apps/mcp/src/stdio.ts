import type { Caller } from '@loci/contract'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { connect, createMcpServer, type McpServerOptions } from './server.ts'

export interface Stdio {
  /** Resolves when the client has closed our input, or can no longer be told anything. */
  ended: Promise<void>
  /** Lets running calls answer, for at most so long, and then stops. */
  close(graceMs: number): Promise<void>
}

/** Speaks MCP over this process's standard input and output, which carry nothing else. */
export async function startStdio(
  options: McpServerOptions & { maxMessageBytes: number },
  { stdin, stdout } = { stdin: process.stdin, stdout: process.stdout },
): Promise<Stdio> {
  const running = new Set<Promise<unknown>>()
  const call: Caller = (name, input, waiting) => {
    const answer = options.call(name, input, waiting)
    const settled: Promise<unknown> = answer.catch(() => {}).finally(() => running.delete(settled))
    running.add(settled)
    return answer
  }
  const server = createMcpServer({ ...options, call })
  const ended = new Promise<void>((resolve) => {
    stdin.once('end', resolve).once('close', resolve)
    stdout.once('error', () => resolve())
    server.onclose = resolve
  })
  // what the parser says quotes the message
  server.onerror = (error) =>
    options.log(error.name === 'Error' ? error : new Error(`unreadable message: ${error.name}`), 'stdio')
  await connect(server, new StdioServerTransport(stdin, stdout, { maxBufferSize: options.maxMessageBytes }))

  const close = async (graceMs: number) => {
    const patience = AbortSignal.timeout(graceMs)
    await Promise.race([drained(running), new Promise((resolve) => patience.addEventListener('abort', resolve))])
    await server.close()
  }
  return { ended, close }
}

async function drained(running: ReadonlySet<Promise<unknown>>): Promise<void> {
  while (running.size > 0) await Promise.all(running)
  // the answers are written in the turns that follow
  await new Promise((resolve) => setTimeout(resolve, 10))
}
