import type { SourceConversation } from './adapter.ts'
import { asId, type Fields, fieldsAt, fieldsIn, firstText } from './fields.ts'
import type { SourceFile, SourceFolder } from './source.ts'

interface Names {
  people: Map<string, string>
  channels: Map<string, SourceConversation>
}

const channelFiles = ['channels', 'groups', 'dms', 'mpims']
// lists of names are no longer than this
const mostBytes = 67_108_864

/** What the lists of a Slack export tell of people and channels, and the files that are left to be read. */
export async function readNames(folder: SourceFolder): Promise<{ names: Names; files: SourceFile[] }> {
  const names: Names = { people: new Map(), channels: new Map() }
  const used = new Set<SourceFile>()
  for (const file of folder.files) {
    const [, name = ''] = /(?:^|[\\/])([a-z_]+)\.json$/.exec(file.path) ?? []
    if (name !== 'users' && !channelFiles.includes(name)) continue
    const items = await readItems(file)
    // a file of the same name in an export of another kind tells nothing
    const named = items.filter((item) => (name === 'users' ? addPerson(names, item) : addChannel(names, item, name)))
    if (named.length > 0) used.add(file)
  }
  return { names, files: folder.files.filter((file) => !used.has(file)) }
}

function addPerson({ people }: Names, item: Fields): boolean {
  const profile = fieldsAt(item, 'profile')
  const id = asId(item['id'])
  const name = firstText(item['real_name'], profile?.['real_name'], profile?.['display_name'], item['name'])
  if (id === undefined || name === undefined || item['sender'] !== undefined) return false
  people.set(id, name)
  return true
}

function addChannel({ channels }: Names, item: Fields, list: string): boolean {
  const id = asId(item['id'])
  // direct messages have no name: their folder is called by their id
  const folder = firstText(item['name'], item['id'])
  if (id === undefined || folder === undefined || !('created' in item || 'members' in item)) return false
  channels.set(folder, { id, title: list === 'channels' || list === 'groups' ? `#${folder}` : folder })
  return true
}

async function readItems(file: SourceFile): Promise<Fields[]> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of file.bytes()) {
    length += chunk.length
    if (length > mostBytes) return []
    chunks.push(chunk)
  }
  try {
    return fieldsIn(JSON.parse(Buffer.concat(chunks).toString('utf8')))
  } catch {
    return []
  }
}
