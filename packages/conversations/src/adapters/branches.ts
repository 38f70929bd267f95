/** What is known of a node of a conversation's tree. */
export interface BranchNode {
  id: string
  parent?: string | undefined
}

/** A node in the order to be read, and the branch that it stands on; without one it is on the main line. */
export interface PlacedNode {
  id: string
  branch?: string | undefined
}

/**
 * Orders a tree of messages: first the line that ends at `leaf`, then each other branch whole, named by its first node.
 * Without a leaf the main line ends at the last node. Parents that are missing, or that lead back into a circle, end the line.
 */
export function placeBranches(nodes: BranchNode[], leaf: string | undefined): PlacedNode[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const main = lineTo(byId, leaf !== undefined && byId.has(leaf) ? leaf : nodes.at(-1)?.id)
  const onMain = new Set(main)
  const branchOf = new Map<string, string>()
  const placed: PlacedNode[] = main.map((id) => ({ id }))
  const branches = new Map<string, PlacedNode[]>()
  for (const { id } of nodes) {
    if (onMain.has(id)) continue
    // from the fork on, downward: the first of them that left the main line names the branch
    for (const step of lineTo(byId, id, (other) => onMain.has(other) || branchOf.has(other))) {
      const parent = byId.get(step)?.parent
      const branch = (parent === undefined ? undefined : branchOf.get(parent)) ?? step
      branchOf.set(step, branch)
      const steps = branches.get(branch) ?? []
      steps.push({ id: step, branch })
      branches.set(branch, steps)
    }
  }
  return [...placed, ...[...branches.values()].flat()]
}

/** The ids from the root, or from behind the first that is known, down to a node. */
function lineTo(byId: Map<string, BranchNode>, last: string | undefined, known?: (id: string) => boolean): string[] {
  const line: string[] = []
  const seen = new Set<string>()
  for (let id = last; id !== undefined && byId.has(id) && !seen.has(id) && !known?.(id); id = byId.get(id)?.parent) {
    seen.add(id)
    line.push(id)
  }
  return line.reverse()
}
