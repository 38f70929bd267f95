import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { git, plant, temporaryFolder, walked } from './tree-fixture.ts'

const without = (lines: string[]) => lines.filter((line) => !/(^|\/)\.(git|loci)ignore$/.test(line))

async function walkOf(files: Record<string, string>, below = '') {
  const root = await temporaryFolder()
  await plant(root, files)
  return without(await walked(join(root, below)))
}

describe('ignore files', () => {
  test('a deeper file may bring back what a higher one ignores', async () => {
    const files = {
      '.gitignore': '*.log',
      'a/.gitignore': '!keep.log',
      'a/keep.log': '1',
      'a/b/keep.log': '1',
      'x.log': '1',
    }
    expect(await walkOf(files)).toEqual(['a/b/keep.log', 'a/keep.log', 'x.log ignored'])
  })

  test('nothing comes back below an ignored folder, which counts once', async () => {
    const files = { '.gitignore': 'out/\n!out/keep', 'out/keep': '1', 'out/b': '1', 'out/.gitignore': '!*' }
    expect(await walkOf(files)).toEqual(['out/ ignored'])
  })

  test('a folder that comes back brings its files', async () => {
    const files = {
      '.gitignore': 'out/',
      '.lociignore': '!out/',
      'out/a/b': '1',
      'out/c.log': '1',
      'out/.gitignore': '*.log',
    }
    expect(await walkOf(files)).toEqual(['out/a/b', 'out/c.log ignored'])
  })

  test('patterns hold as written: anchors, folders only, case', async () => {
    const files = {
      '.gitignore': '/top\nonly/\nREADME',
      'a/top': '1',
      top: '1',
      'a/only': '1',
      'only/x': '1',
      readme: '1',
    }
    expect(await walkOf(files)).toEqual(['a/only', 'a/top', 'only/ ignored', 'readme', 'top ignored'])
  })

  test('.lociignore has the last word over .gitignore beside it', async () => {
    const files = { '.gitignore': 'a\n!b', '.lociignore': '!a\nb', a: '1', b: '1' }
    expect(await walkOf(files)).toEqual(['a', 'b ignored'])
  })

  test('.git/info/exclude counts, and less than .gitignore; .git itself never comes back', async () => {
    const files = { '.git/info/exclude': 'a\nb', '.gitignore': '!b\n!.git', a: '1', b: '1' }
    expect(await walkOf(files)).toEqual(['.git/ ignored', 'a ignored', 'b'])
  })

  test('a repository inside the root has its own exclude file', async () => {
    const files = { 'x/.git/info/exclude': 'a', 'x/a': '1', a: '1' }
    expect(await walkOf(files)).toEqual(['a', 'x/.git/ ignored', 'x/a ignored'])
  })

  test('folders above the root count up to the top of the repository', async () => {
    const files = {
      '.gitignore': '*',
      'top/.git/info/exclude': '/a/b/one',
      'top/.gitignore': 'two\n/three\n/a/b/four/',
      'top/a/.gitignore': 'b/five\n/six',
      'top/a/b/one': '1',
      'top/a/b/two': '1',
      'top/a/b/three': '1',
      'top/a/b/four/x': '1',
      'top/a/b/five': '1',
      'top/a/b/six': '1',
    }
    const expected = ['five ignored', 'four/ ignored', 'one ignored', 'six', 'three', 'two ignored']
    expect(await walkOf(files, 'top/a/b')).toEqual(expected)
  })

  test('without a repository the folders above do not count', async () => {
    expect(await walkOf({ '.gitignore': '*', 'a/b': '1' }, 'a')).toEqual(['b'])
  })

  test('a root is read although it is ignored where it stands', async () => {
    const files = { '.git/HEAD': '', '.gitignore': 'notes/\n*.log', 'notes/x/a': '1', 'notes/x/b.log': '1' }
    expect(await walkOf(files, 'notes/x')).toEqual(['a', 'b.log ignored'])
  })

  test('odd names of folders on the way are no patterns', async () => {
    const files = { '.git/HEAD': '', '[a]*\n/.gitignore': 'x', '[a]*\n/x': '1', '[a]*\n/y': '1' }
    expect(await walkOf(files, '[a]*\n')).toEqual(['x ignored', 'y'])
  })

  test('the built-in list leaves out what machines keep, and a pattern brings it back', async () => {
    const files = { 'node_modules/a/b': '1', 'x/__pycache__/c': '1', '.svn/d': '1', 'dist/e': '1', 'm.pyc': '1' }
    const ignored = ['.svn/ ignored', 'dist/e', 'm.pyc ignored', 'node_modules/ ignored', 'x/__pycache__/ ignored']
    expect(await walkOf(files)).toEqual(ignored)
    expect(await walkOf({ ...files, '.lociignore': '!node_modules/' })).toContain('node_modules/a/b')
  })

  test('a worktree, whose .git is a file, has the exclude file of its repository', async () => {
    const root = await temporaryFolder()
    const main = join(root, 'main')
    await plant(main, { tracked: '1' })
    git(main, 'init', '-q')
    git(main, 'add', '.')
    git(main, '-c', 'user.name=n', '-c', 'user.email=e', 'commit', '-qm', 'one')
    git(main, 'worktree', 'add', '-q', '../tree')
    await plant(root, { 'main/.git/info/exclude': 'secret', 'tree/secret': '1' })
    expect(await walked(join(root, 'tree'))).toEqual(['.git ignored', 'secret ignored', 'tracked'])
  })
})
