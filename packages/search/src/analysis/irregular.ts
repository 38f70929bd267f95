import { termsOf, wordOf } from './words.ts'

// no stemmer knows these; what is as often another word (leaves, lives, wound, lay) is left out
const forms = `bear bore borne, beat beaten, become became, begin began begun, bend bent, bite bit bitten, bleed bled,
  blow blew blown, break broke broken, bring brought, build built, burn burnt, buy bought, catch caught, child children,
  choose chose chosen, come came, creep crept, deal dealt, dig dug, draw drew drawn, dream dreamt, drink drank drunk,
  drive drove driven, eat ate eaten, fall fell fallen, feed fed, feel felt, fight fought, find found, flee fled,
  fly flew flown, foot feet, forbid forbade forbidden, forget forgot forgotten, forgive forgave forgiven,
  freeze froze frozen, get got gotten, give gave given, go went gone, goose geese, grow grew grown, hang hung, hear heard,
  hide hid hidden, hold held, keep kept, kneel knelt, knife knives, know knew known, lead led, learn learnt, leave left,
  lend lent, light lit, lose lost, make made, man men, mean meant, meet met, mouse mice, pay paid, person people,
  ride rode ridden, ring rang rung, rise rose risen, run ran, say said, see saw seen, seek sought, sell sold, send sent,
  sew sewn, shake shook shaken, shelf shelves, shine shone, shoot shot, show shown, shrink shrank shrunk, sing sang sung,
  sink sank sunk, sit sat, sleep slept, slide slid, speak spoke spoken, spend spent, spin spun, stand stood,
  steal stole stolen, stick stuck, sting stung, strike struck, swear swore sworn, sweep swept, swim swam swum,
  swing swung, take took taken, teach taught, tear tore torn, tell told, think thought, thief thieves, throw threw thrown,
  tooth teeth, understand understood, wake woke woken, wear wore worn, weave wove woven, weep wept, wife wives, win won,
  wolf wolves, woman women, write wrote written`

const known = new Map<string, string[]>()
for (const line of forms.split(',')) {
  const terms = line
    .trim()
    .split(/\s+/)
    .map((form) => termsOf(wordOf(form), 0).term)
  for (const term of terms) known.set(term, [...(known.get(term) ?? []), ...terms.filter((other) => other !== term)])
}

/** The terms of the other forms of an English word whose forms no ending tells, such as `wrote` and `written` of `write`. */
export const otherForms = (term: string): readonly string[] => known.get(term) ?? []
