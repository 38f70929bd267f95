import { type Caller, Mode, narrowest, type OperationName, operations } from '@loci/contract'
import type { Config, Service } from '@loci/service'
import { remark } from './output/terminal.ts'

export interface Palace {
  call: Caller
  config: Config
  /** Of a palace on this machine: works until a job is done. */
  settle?: Service['settle']
  close(): Promise<void>
}

/** Flags that say where the palace is, before the environment does. */
export interface Whereabouts {
  url?: string | undefined
  token?: string | undefined
  /** How the memory may be used. */
  mode?: string | undefined
}

/** The palace that a command talks to: the server at LOCI_URL, or the one on this machine, opened in process. */
export async function withPalace<T>(where: Whereabouts, use: (palace: Palace) => Promise<T>): Promise<T> {
  const palace = await openPalace(where)
  try {
    return await use(palace)
  } finally {
    await palace.close()
  }
}

async function openPalace({ url, token, mode: said }: Whereabouts): Promise<Palace> {
  // loaded here, for `loci --help` needs none of it
  const { readConfig } = await import('@loci/service/config')
  const config = readConfig({ ...process.env, ...(url && { LOCI_URL: url }), ...(token && { LOCI_TOKEN: token }) })
  const mode = narrowest(config.mode, Mode.optional().parse(said))
  if (config.url !== undefined) {
    const { createClient } = await import('@loci/client')
    return {
      ...createClient({ url: config.url, token: config.token, headers: { 'X-Loci-Mode': mode } }),
      config,
      close: async () => {},
    }
  }
  const { openService } = await import('@loci/service')
  const patience = setTimeout(() => process.stderr.isTTY && remark('opening the palace …'), 1500)
  const service = await openService(config).finally(() => clearTimeout(patience))
  const principal = service.local('cli', undefined, mode)
  return {
    call: (name, input, waiting) => {
      // who waits for a job of this machine's palace works on it, for there may be no one else
      if (waitsForJob(name)) service.startWorkers()
      return service.call(name, input, principal, waiting)
    },
    config,
    settle: (id, onProgress) => service.settle(id, onProgress),
    close: () => service.close(),
  }
}

/** An operation that is known at run time only: `call` itself checks the input, as its type cannot here. */
export const callAny = (call: Caller, name: OperationName, input: object): Promise<object> =>
  call(name, input as never) as Promise<object>

const waitsForJob = (name: OperationName): boolean => name === 'job.wait' || 'wait' in operations[name].input.shape
