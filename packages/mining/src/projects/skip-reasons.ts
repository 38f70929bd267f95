import { skipReasons as chatReasons } from '@loci/conversations'
import { documentReasons } from '@loci/documents'

/** Why an entry of a folder tree, or a part of it, is not filed, each with a sentence for people. */
export const skipReasons = {
  ...chatReasons,
  ...documentReasons,
  no_document: 'it is no office document, PDF, book or web page',
  ignored: 'an ignore file or the built-in list excludes it',
  binary: 'it is not text',
  symlink: 'it is a symbolic link, and links are not followed',
  special: 'it is neither a file nor a folder, but a pipe, socket or device',
  unreadable: 'it could not be read, or was gone when its turn came',
  too_large: 'it, or the text in it, is larger than can be filed or read at once',
  empty: 'it holds no text, or only white space or images',
  encoding: 'it is text, but not UTF-8, and no byte order mark tells what else',
  invalid_characters: 'its text holds U+0000 or half of a surrogate pair, which cannot be stored',
  name: 'its path cannot name a drawer',
  same_name: 'an entry beside it has the same name once both are in Unicode NFC',
} as const

export type SkipReason = keyof typeof skipReasons

export interface Skip {
  reason: SkipReason
}
