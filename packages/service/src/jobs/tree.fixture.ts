import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Writes files into a folder of that name and gives its path; each call adds to what is there. */
export type Tree = (files: Record<string, string | Uint8Array>, name?: string) => Promise<string>

/** Gives a test folders on disk, for as long as it runs. */
export async function withTree(use: (tree: Tree) => Promise<void>): Promise<void> {
  const parent = await mkdtemp(join(tmpdir(), 'loci-mine-'))
  await use(async (files, name = 'project') => {
    const root = join(parent, name)
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(root, path)), { recursive: true })
      await writeFile(join(root, path), content)
    }
    return root
  })
  await rm(parent, { recursive: true, force: true })
}
