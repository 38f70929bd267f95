export { COMMANDS } from './commands.ts'
export { run } from './main.ts'
