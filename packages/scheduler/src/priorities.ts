/** The five priorities, highest first. */
export const priorities = { critical: 100, high: 75, normal: 50, low: 25, background: 0 } as const
export type Priority = keyof typeof priorities
