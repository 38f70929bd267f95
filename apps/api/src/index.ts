export { type ApiOptions, createApi } from './app.ts'
export { createOpenApi } from './openapi.ts'
