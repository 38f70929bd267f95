import type { Caller, OperationName } from '@loci/contract'
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

async function openPalace({ url, token }: Whereabouts): Promise<Palace> {
  // loaded here, for `loci --help` needs none of it
  const { readConfig } = await import('@loci/service/config')
  const config = readConfig({ ...process.env, ...(url && { LOCI_URL: url }), ...(token && { LOCI_TOKEN: token }) })
  if (config.url !== undefined) {
    const { createClient } = await import('@loci/client')
    return { ...createClient({ url: config.url, token: config.token }), config, close: async () => {} }
  }
  const { openService } = await import('@loci/service')
  const patience = setTimeout(() => process.stderr.isTTY && remark('opening the palace …'), 1500)
  const service = await openService(config).finally(() => clearTimeout(patience))
  const principal = service.local('cli')
  return {
    call: (name, input) => service.call(name, input, principal),
    config,
    settle: (id, onProgress) => service.settle(id, onProgress),
    close: () => service.close(),
  }
}

/** An operation that is known at run time only: `call` itself checks the input, as its type cannot here. */
export const callAny = (call: Caller, name: OperationName, input: object): Promise<object> =>
  call(name, input as never) as Promise<object>
