import { basename } from 'node:path'
import { isPalaceError } from '@loci/contract'
import { toName } from '@loci/palace-hierarchy'

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })
const longestFolderName = 128

/** Whether a relative path may be the name of a drawer. */
export const fitsDrawer = (path: string): boolean => fits('drawer', path)

/** Whether anything below a folder may, whose path ends in `/`. */
export const fitsAbove = (folder: string): boolean => fits('drawer', `${folder}x`)

/** The wing of a root when no other is named: the name of its folder, made to fit; `root` when nothing is left. */
export function defaultWing(root: string): string {
  return folderName('wing', basename(root), 'root')
}

/** The room of a document: the first folder of its relative path, made to fit; `general` for a file of the root. */
export function roomFor(path: string): string {
  const slash = path.indexOf('/')
  return slash < 0 ? 'general' : folderName('room', path.slice(0, slash), 'general')
}

/** A name for the eye: control characters, and all bytes beyond ASCII of a name that is not UTF-8, as \xHH. */
export function displayName(name: string | Buffer): string {
  const text = typeof name === 'string' ? name : name.toString('latin1')
  const hidden = typeof name === 'string' ? /\p{Cc}/gu : /[^\x20-\x7e]/g
  return text.replaceAll(hidden, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`)
}

function fits(kind: 'wing' | 'room' | 'drawer', name: string): boolean {
  try {
    toName(kind, name)
    return true
  } catch (error) {
    if (isPalaceError(error)) return false
    throw error
  }
}

function folderName(kind: 'wing' | 'room', given: string, otherwise: string): string {
  const clean = given
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '')
    .normalize('NFC')
    .trim()
  const name = cut(clean, longestFolderName) || otherwise
  // what is left to be wrong is the shape of an id
  return fits(kind, name) ? name : `${kind} ${name}`
}

function cut(name: string, most: number): string {
  const points = Array.from(name)
  if (points.length <= most) return name
  let kept = ''
  let length = 0
  for (const { segment } of graphemes.segment(name)) {
    length += Array.from(segment).length
    if (length > most) break
    kept += segment
  }
  // one grapheme may be longer than a name
  return (kept || points.slice(0, most).join('')).trimEnd()
}
