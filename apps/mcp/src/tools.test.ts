import { describe, expect, test } from 'vitest'
import { offerTools } from './tools.ts'

const all = { toolPrefix: 'loci', tools: 'full', contentEdit: true }
const offered = (changes = {}, readOnly = false) => [...offerTools({ ...all, ...changes }, readOnly).keys()]

test('the list of tools', () => {
  const tools = [...offerTools(all, false).values()].map(({ tool }) => tool)
  expect(tools).toMatchSnapshot()
  expect(JSON.stringify(tools).length).toBeLessThan(30_000)
  for (const { name } of tools) expect(name).not.toMatch(/(delete|purge)_(wing|room)|purge|token|backup|migrate/)
})

describe('which tools are offered', () => {
  test('core is a part of full', () => {
    expect(offered({ tools: 'core' }).length).toBeLessThan(offered().length)
    expect(offered()).toEqual(expect.arrayContaining(offered({ tools: 'core' })))
  })

  test('a list, with or without the prefix', () => {
    expect(offered({ tools: 'search, loci_status,' })).toEqual(['loci_status', 'loci_search'])
    expect(() => offered({ tools: 'search,nope' })).toThrow('LOCI_MCP_TOOLS: no such tool: nope')
    expect(() => offered({ tools: ' , ' })).toThrow('LOCI_MCP_TOOLS')
  })

  test('a reader sees none that writes', () => {
    const tools = [...offerTools(all, true).values()].map(({ tool }) => tool)
    expect(tools.length).toBeGreaterThan(0)
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true)
  })

  test('without content edit, what is filed stays as it is', () => {
    const names = offered({ contentEdit: false })
    expect(names).toContain('loci_add_drawer')
    expect(names).not.toContain('loci_update_drawer')
    expect(names).not.toContain('loci_delete_drawer')
  })

  test('under another prefix', () => expect(offered({ toolPrefix: 'mempalace' })).toContain('mempalace_search'))
})
