/** Whether a text is to be found or is looked for; some models want to know. */
export type EmbeddingKind = 'document' | 'query'

/** A space of vectors and the way into it. Vectors of profiles with different names must not be compared. */
export interface EmbeddingProfile {
  /** names the space: the same name gives the same vectors, on any machine and in any version */
  name: string
  provider: 'static'
  model: string
  dimensions: number
  /**
   * One vector per text in the order of the texts, of length 1, so that the dot product is the cosine; null for a text
   * of which the model knows nothing. Texts may be of any length and hold anything.
   */
  embed: (texts: string[], kind: EmbeddingKind) => Promise<(Float32Array | null)[]>
  close?: () => Promise<void>
}
