/** A piece of work on the one session. Gives whether its client must be served next too: it is in a transaction. */
export type Job = () => Promise<boolean>

export interface Turns<Client extends object> {
  enqueue(client: Client, job: Job): void
  /** Forgets the jobs of a client that have not begun. */
  drop(client: Client): void
  /** Resolves after the running job; no other begins. */
  close(): Promise<void>
}

export interface TurnsOptions<Client extends object> {
  /** milliseconds a client may keep the session without having a job */
  idleLimit: number
  onIdle: (client: Client) => void
  onFault: (error: unknown) => void
}

/** Lets many clients take turns on one session: in order of asking, one job each, a client in a transaction alone. */
export function createTurns<Client extends object>({
  idleLimit,
  onIdle,
  onFault,
}: TurnsOptions<Client>): Turns<Client> {
  // kept in order of asking: a client with more to do goes to the end
  const waiting = new Map<Client, Job[]>()
  let owner: { client: Client } | undefined
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let closed = false

  function wake(): void {
    if (running || closed) return
    running = run()
      .catch(onFault)
      .finally(() => {
        running = undefined
        // asked for while this was ending
        if (next()) wake()
      })
  }

  function next(): Client | undefined {
    if (owner) return waiting.has(owner.client) ? owner.client : undefined
    const [first] = waiting.keys()
    return first
  }

  async function run(): Promise<void> {
    for (;;) {
      const client = next()
      const jobs = client && waiting.get(client)
      const job = jobs?.shift()
      if (!client || !jobs || !job) break
      waiting.delete(client)
      if (jobs.length > 0) waiting.set(client, jobs)
      clearTimeout(timer)
      owner = (await job()) ? { client } : undefined
      if (owner && !waiting.has(client)) watch(client)
      // the sockets are read and written between two jobs
      await new Promise(setImmediate)
      if (closed) break
    }
  }

  function watch(client: Client): void {
    timer = setTimeout(() => {
      // this process may have slept: what has arrived since is read first
      setImmediate(() => {
        if (owner?.client === client && !waiting.has(client) && !running) onIdle(client)
      })
    }, idleLimit)
  }

  return {
    enqueue(client, job) {
      const jobs = waiting.get(client)
      if (jobs) jobs.push(job)
      else waiting.set(client, [job])
      wake()
    },
    drop(client) {
      waiting.delete(client)
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await running
    },
  }
}
