/** The shape of a well-known kind of secret. Shapes have no nested repeats, so that any text takes linear time. */
export interface SecretRule {
  name: string
  /** Text without one of these cannot match: looking for them first costs next to nothing. In lower case. */
  hints: string[]
  /** Global. The group `secret` is the secret where the match is more than that. */
  pattern: RegExp
  /** Whether what was matched is random enough to be one. */
  random?: boolean
}

const rule = (name: string, hints: string[], pattern: RegExp, random = false): SecretRule => ({
  name,
  hints,
  pattern,
  random,
})

export const secretRules: SecretRule[] = [
  rule(
    'private-key',
    ['private key'],
    /-----BEGIN (?:[A-Z]{2,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----\s{1,4}(?:[A-Za-z-]{3,24}: [^\n]{0,120}\n){0,6}[A-Za-z0-9+/=\s\\]{32,16384}-----END (?:[A-Z]{2,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g,
  ),
  rule('aws-access-key', ['akia', 'asia'], /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/g, true),
  rule(
    'aws-secret-key',
    ['aws'],
    /aws[\w.-]{0,24}(?:secret|key)[\w.-]{0,24}["']?\s{0,4}[:=]\s{0,4}["']?(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/gi,
    true,
  ),
  rule(
    'github-token',
    ['gh', 'github_pat_'],
    /\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{60,255})\b/g,
    true,
  ),
  rule('gitlab-token', ['glpat-'], /\bglpat-[A-Za-z0-9_-]{20,64}/g, true),
  rule('slack-token', ['xox'], /\bxox[abeoprs]-[A-Za-z0-9-]{10,250}/g, true),
  rule(
    'slack-webhook',
    ['hooks.slack.com'],
    /https:\/\/hooks\.slack\.com\/services\/T[A-Z0-9]{6,12}\/B[A-Z0-9]{6,12}\/[A-Za-z0-9]{20,32}/g,
  ),
  rule('google-key', ['aiza'], /\bAIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/g, true),
  rule('stripe-key', ['k_live_'], /\b[sr]k_live_[A-Za-z0-9]{20,255}\b/g, true),
  rule('anthropic-key', ['sk-ant-'], /\bsk-ant-[A-Za-z0-9_-]{20,255}/g, true),
  rule('openai-key', ['sk-'], /\bsk-(?!ant-)(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{32,255}/g, true),
  rule('npm-token', ['npm_'], /\bnpm_[A-Za-z0-9]{36}\b/g, true),
  rule('pypi-token', ['pypi-'], /\bpypi-[A-Za-z0-9_-]{50,255}/g, true),
  rule('azure-key', ['accountkey='], /AccountKey=(?<secret>[A-Za-z0-9+/]{86}==)/g, true),
  rule(
    'json-web-token',
    ['eyj'],
    /\beyJ[A-Za-z0-9_-]{10,4096}\.eyJ[A-Za-z0-9_-]{10,8192}\.[A-Za-z0-9_-]{16,2048}/g,
    true,
  ),
  rule(
    'url-password',
    ['://'],
    /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@"'<>]{1,128}:(?<secret>[^\s/@"'<>]{6,128})@[\w.-]{1,253}/gi,
  ),
  rule(
    'password',
    ['passw', 'secret', 'token', 'api_key', 'apikey', 'api-key'],
    /(?:passw(?:or)?d|secret|token|api[_-]?key)["']?\s{0,4}[:=]\s{0,4}["'](?<secret>[^\s"']{12,200})["']/gi,
    true,
  ),
]
