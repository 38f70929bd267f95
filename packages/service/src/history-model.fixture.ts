/** The simplest palace there could be: everything in memory, every state a thing ever had kept. */

export interface Thing {
  type: 'wing' | 'room' | 'drawer'
  id: string
  name: string | null
  /** The wing of a room, the room of a drawer. */
  place: string | null
  content: string | null
  tags: string[]
  live: boolean
}

interface Version {
  changeSet: string
  state: Thing
}

export class Model {
  readonly versions = new Map<string, Version[]>()
  readonly undoes = new Map<string, string>()
  readonly changeSets: string[] = []

  now(id: string): Thing {
    const state = this.versions.get(id)?.at(-1)?.state
    if (!state) throw new Error(`the model has no ${id}`)
    return state
  }

  all(): Thing[] {
    return [...this.versions.keys()].map((id) => this.now(id))
  }

  live(type?: Thing['type']): Thing[] {
    return this.all().filter((thing) => thing.live && (type === undefined || thing.type === type))
  }

  inside(id: string): Thing[] {
    const direct = this.all().filter((thing) => thing.place === id)
    return direct.flatMap((thing) => [thing, ...this.inside(thing.id)])
  }

  /** Who has this name in this place. */
  named(type: Thing['type'], place: string | null, name: string): Thing | undefined {
    return this.live(type).find((thing) => thing.place === place && thing.name === name)
  }

  begin(changeSet: string | null, undoes?: string): void {
    if (changeSet === null) return
    this.changeSets.push(changeSet)
    if (undoes !== undefined) this.undoes.set(changeSet, undoes)
  }

  set(changeSet: string | null, id: string, change: Partial<Thing> & { type?: Thing['type'] }): void {
    if (changeSet === null) throw new Error('a change without a change set')
    const known = this.versions.get(id)
    const base: Thing = known?.at(-1)?.state ?? {
      type: 'wing',
      id,
      name: null,
      place: null,
      content: null,
      tags: [],
      live: true,
    }
    const version = { changeSet, state: { ...base, ...change } }
    if (known) known.push(version)
    else this.versions.set(id, [version])
  }

  /** What a change set touched. */
  touched(changeSet: string): string[] {
    return [...this.versions].filter(([, list]) => list.some((one) => one.changeSet === changeSet)).map(([id]) => id)
  }

  /** The state before a change set; undefined when it made the thing. */
  before(changeSet: string, id: string): Thing | undefined {
    const list = this.versions.get(id) ?? []
    return list[list.findIndex((one) => one.changeSet === changeSet) - 1]?.state
  }

  /** Whether others changed it since, in a way that was not taken back. */
  changedSince(changeSet: string, id: string): boolean {
    const list = this.versions.get(id) ?? []
    const first = list.findIndex((one) => one.changeSet === changeSet)
    const later = [...new Set(list.slice(first).map((one) => one.changeSet))].filter((one) => one !== changeSet)
    const gone = new Set<string>()
    for (const one of later.toReversed()) {
      const undone = this.undoes.get(one)
      if (gone.has(one) || undone === undefined || !later.includes(undone) || gone.has(undone)) continue
      gone.add(one)
      gone.add(undone)
    }
    return later.some((one) => !gone.has(one))
  }
}
