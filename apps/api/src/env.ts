import type { HttpBindings } from '@hono/node-server'
import type { Principal } from '@loci/service'
import type { Context } from 'hono'

export interface ApiEnv {
  // absent when the app is called without a socket, as tests do
  Bindings: Partial<HttpBindings>
  Variables: {
    requestId: string
    principal: Principal
    /** The pattern of the route that answered, fit for a log where the path is not. */
    route?: string
  }
}

export type ApiContext = Context<ApiEnv>
