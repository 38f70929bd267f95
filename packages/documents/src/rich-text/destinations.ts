/** Groups whose text is nothing that a reader sees: tables of looks, pictures, data, instructions, list numbers. */
const hidden = new Set(
  (
    'aftnsep aftnsepc aftncn atnauthor atndate atnicn atnid atnparent atnref atrfend atrfstart bkmkend bkmkstart ' +
    'blipuid colortbl colorschememapping comment company creatim datafield datastore do doccomm factoidname falt ' +
    'filetbl fldinst fname fontemb fontfile formfield ftncn ftnsep ftnsepc generator hlinkbase info keywords ' +
    'latentstyles listlevel listoverridetable listpicture listtable listtext manager mmathPr nonshppict ' +
    'nesttableprops objalias objclass objdata objname operator panose pgptbl pict pntext printim private revtbl ' +
    'revtim rsidtbl rxe sp stylesheet subject tc template themedata txe userprops wgrffmtfilter windowcaption ' +
    'xe xmlattrname xmlattrvalue xmlnstbl'
  ).split(' '),
)

/** Groups that stand in the midst of the body, and are read behind it. */
const asides = new Set('annotation footer footerf footerl footerr footnote header headerf headerl headerr'.split(' '))

/** Groups marked as optional that hold text all the same. */
const kept = new Set(['shpinst', 'shptxt'])

export type Destination = 'hidden' | 'aside' | 'fonts' | 'title' | 'unchanged'

/** Where the text of a group goes that begins with a word, which may be marked as optional by `\*`. */
export function destinationOf(word: string, isOptional: boolean): Destination {
  if (word === 'fonttbl') return 'fonts'
  if (word === 'title') return 'title'
  if (asides.has(word)) return 'aside'
  if (hidden.has(word)) return 'hidden'
  return isOptional && !kept.has(word) ? 'hidden' : 'unchanged'
}
