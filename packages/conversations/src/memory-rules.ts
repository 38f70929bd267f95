import type { MemoryKind } from './extract-memories.ts'

interface Rule {
  kind: MemoryKind
  pattern: RegExp
  weight: number
  /** Only what people say of themselves. */
  personal?: boolean
}

const rule = (kind: MemoryKind, weight: number, pattern: RegExp, personal = false): Rule => ({
  kind,
  pattern,
  weight,
  personal,
})

/** Each match is evidence of its own; none alone is certain. */
const rules: Rule[] = [
  rule(
    'decision',
    0.8,
    /\b(?:we|I|they|the team)(?:'ve| have|'d| had)? (?:finally |just |all )?(?:decided|agreed|settled|chose|opted)\b/i,
  ),
  rule(
    'decision',
    0.75,
    /\b(?:let's|let us|we'll|we will|I'll|we're going to|we are going to) (?:go (?:with|for)|stick (?:with|to)|settle on|standardi[sz]e on|switch to|drop|adopt|keep using)\b/i,
  ),
  rule(
    'decision',
    0.75,
    /\b(?:we|I)(?:'re| are|'m| am) (?:going with|sticking (?:with|to)|switching to|dropping|moving (?:away from|off))\b/i,
  ),
  rule('decision', 0.75, /^(?:the )?(?:final )?decision(?: is|:| was)/i),
  rule('decision', 0.35, /\b(?:instead of|rather than|over) \w+/i),
  rule('decision', 0.25, /\b(?:because|since|so that)\b/i),
  rule('preference', 0.8, /\bI(?:'d| would)?(?: really| strongly| always| generally| usually| much)? prefer\b/i, true),
  rule(
    'preference',
    0.75,
    /\b(?:please )?(?:always|never) (?:use|write|add|put|run|commit|push|name|call|ask|reply|answer|format|include|create|delete|touch)\b/i,
    true,
  ),
  rule('preference', 0.75, /\bmy (?:favou?rite|preferred|preference)\b/i, true),
  rule(
    'preference',
    0.7,
    /\bI (?:really |always |usually |generally )?(?:like|love|hate|dislike|can't stand|don't like|do not like) (?:it when|to |using|having|when|\w+ing\b)/i,
    true,
  ),
  rule(
    'preference',
    0.65,
    /^(?:please )?(?:don't|do not) (?:ever )?(?:use|add|write|put|include|commit|push)\b/i,
    true,
  ),
  rule(
    'milestone',
    0.75,
    /\b(?:we|I|they)(?:'ve| have)? (?:finally |just |successfully )*(?:shipped|launched|released|deployed|finished|completed|merged|published|migrated|went live)\b/i,
  ),
  rule(
    'milestone',
    0.75,
    /\b(?:is|are|went|now) (?:finally |now )?(?:live|in production|shipped|merged|released|deployed)\b(?! (?:to|by|if|when))/i,
  ),
  rule(
    'milestone',
    0.7,
    /\b(?:finally|at last) (?:works?|working|passes|got (?:it|this|the .{1,40}) (?:working|to work|running))\b|\b(?:works|working|passes) (?:at last|finally)\b/i,
  ),
  rule('milestone', 0.7, /\ball (?:the )?(?:\d+ )?tests (?:now )?(?:pass|are green|are passing)\b/i),
  rule(
    'milestone',
    0.7,
    /\b(?:for the first time|first (?:paying )?(?:customer|user|release|version) (?:is|signed|went|shipped))\b/i,
  ),
  rule(
    'problem',
    0.7,
    /\b(?:crash(?:es|ed)|deadlock(?:s|ed)|segfaults?|hangs|times out|timed out|leaks memory|memory leak|data loss|corrupt(?:s|ed))\b/i,
  ),
  rule(
    'problem',
    0.7,
    /\b(?:doesn't|does not|isn't|didn't|won't|no longer) (?:work(?:s|ing)?|compiles?|starts?|builds?|loads?|connects?)\b/i,
  ),
  rule(
    'problem',
    0.7,
    /\b(?:keeps?|kept|is|are|was|were|has been|still) (?:failing|crashing|breaking|broken|hanging|stuck|flaky|timing out)\b/i,
  ),
  rule(
    'problem',
    0.65,
    /\b(?:the (?:real |actual |underlying )?(?:problem|issue|bug|root cause) (?:is|was)|root cause:|we (?:hit|ran into|found) an? (?:bug|issue|problem|error))\b/i,
  ),
  rule('problem', 0.4, /\b(?:fails|failed) (?:with|on|when|because|after|to)\b/i),
  rule('problem', 0.35, /\b(?:error|exception|regression|bug|outage)\b/i),
  rule(
    'emotion',
    0.8,
    /\bI(?:'m| am| was| feel| felt|'ve been| have been)(?: so| really| very| just| pretty| quite| a bit| totally| feeling)* (?:happy|glad|excited|thrilled|proud|relieved|grateful|sad|angry|upset|frustrated|annoyed|worried|anxious|nervous|scared|afraid|stressed|overwhelmed|exhausted|disappointed|ashamed|lonely|burn(?:ed|t) out)\b/i,
    true,
  ),
  rule(
    'emotion',
    0.7,
    /\b(?:makes|made|making) me (?:so |really |very )?(?:happy|sad|angry|proud|anxious|nervous|smile|cry|feel)\b/i,
    true,
  ),
  rule(
    'emotion',
    0.7,
    /\bI (?:really |so |just )?(?:miss (?:you|him|her|them|my|our|the)|love (?:you|him|her|them|my|our)|can't stop (?:crying|smiling|worrying))\b/i,
    true,
  ),
]

const question = /\?["')\]]*$/
// what might be, should be or is asked for has not been
const supposed =
  /\b(?:if|unless|whether|suppose|imagine|maybe|perhaps|might|could|would|should (?:we|I)|wondering|for example|e\.g\.)\b/i
// what is over, or never was
const undone =
  /\b(?:(?:haven't|hasn't|have not|has not|didn't|did not|not|never)(?: \w+)? (?:decided|agreed|settled|shipped|launched|released|deployed|finished|completed|merged|live|happy|sad|angry|worried|crashed)|no (?:longer )?(?:error|errors|crash|crashes|bug|bugs|problem|problems)|(?:fix(?:ed|es)|resolved|solved) (?:the|a|an|that|this))\b/i

const shortest = 12
const longest = 600

/** The kind that a sentence most surely is, and how surely; nothing when no rule speaks for any. */
export function gradeSentence(
  sentence: string,
  role: 'user' | 'assistant',
): { kind: MemoryKind; confidence: number } | undefined {
  if (sentence.length < shortest || sentence.length > longest) return undefined
  // a kept `I would prefer` supposes nothing
  const plain = sentence.replace(/\bI would (?=(?:\w+ )?prefer)/i, 'I ').replace(/`[^`\n]*`/g, '``')
  const doubt = (question.test(plain) ? 0.3 : 1) * (supposed.test(plain) ? 0.6 : 1) * (undone.test(plain) ? 0.5 : 1)
  const missing = new Map<MemoryKind, number>()
  for (const { kind, pattern, weight, personal } of rules) {
    if ((personal !== true || role === 'user') && pattern.test(plain))
      missing.set(kind, (missing.get(kind) ?? 1) * (1 - weight))
  }
  const [best] = [...missing].toSorted((left, right) => left[1] - right[1])
  return best === undefined ? undefined : { kind: best[0], confidence: Math.round((1 - best[1]) * doubt * 100) / 100 }
}
