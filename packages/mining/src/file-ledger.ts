import type { FileRevision } from './mined-files.ts'

/** A file that was read to its end: its documents are those of these numbers. */
export interface ReadFile {
  path: string
  revision: string | undefined
  from: number
  to: number
}

/** Counts documents, so that it is known which files were filed whole however they are spread over batches. */
export class FileLedger {
  #documents = 0
  #before = 0
  #failures: { from: number; to: number }[] = []

  /** The number of one more document. */
  count(): number {
    return ++this.#documents
  }

  /** The file of all documents since the last one. */
  endFile({ path, revision }: { path: string; revision?: string | undefined }): ReadFile {
    const file = { path, revision, from: this.#before + 1, to: this.#documents }
    this.#before = this.#documents
    return file
  }

  /** One more document, which no drawer can hold. */
  failNext(): void {
    const number = this.count()
    this.failed(number, number)
  }

  /** Some of the documents of these numbers were not filed. */
  failed(from: number, to: number): void {
    this.#failures.push({ from, to })
  }

  /** Those of the files that gave documents, have a revision to be known by, and of which nothing failed. */
  filed(files: ReadFile[]): (FileRevision & { documents: number })[] {
    const whole = files.filter(
      ({ from, to }) => !this.#failures.some((failed) => failed.from <= to && from <= failed.to),
    )
    return whole.flatMap(({ path, revision, from, to }) =>
      revision === undefined || from > to ? [] : [{ path, revision, documents: to - from + 1 }],
    )
  }
}
