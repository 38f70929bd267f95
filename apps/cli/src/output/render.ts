import type { OperationName } from '@loci/contract'

/** An output as text for a terminal of that width. What draws tables is loaded for people only. */
export async function renderOutput(name: OperationName, output: object, width: number): Promise<string> {
  const { render } = await import('./views.ts')
  return render(name, output, width)
}
