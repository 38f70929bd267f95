import { describe, expect, test } from 'vitest'
import { findSecrets, maskSecrets } from './find-secrets.ts'

// random letters, so that nothing here is or looks like anybody's key
const letters = 'q7Rk2mZp9XvT4bLw8NcY3dHs6FgJ5aKe1UoPiWtBxVnMyCzDlGjQhErSfAu0'
const some = (length: number, from = 0) => letters.repeat(8).slice(from, from + length)
const upper = (length: number) => 'Q7RK2MZPXVT4BLWNCY3DHS6FGJ5AKE'.replaceAll(/[189]/g, 'A').slice(0, length)
const lines = (count: number) => Array.from({ length: count }, (_, n) => some(64, n)).join('\n')

describe('a secret', () => {
  test.for<[rule: string, before: string, secret: string, after?: string]>([
    ['aws-access-key', 'id ', `AKIA${upper(16)}`],
    ['aws-secret-key', 'aws_secret_access_key = "', some(40), '"'],
    ['github-token', 'push with ', `ghp_${some(36)}`],
    ['github-token', '', `github_pat_${some(82).replaceAll('-', '_')}`],
    ['gitlab-token', 'token: ', `glpat-${some(20)}`],
    ['slack-token', '', `xoxb-${some(12)}-${some(24, 5)}`],
    ['google-key', 'key=', `AIza${some(35)}`],
    ['stripe-key', '', `sk_live_${some(24)}`],
    ['openai-key', 'OPENAI_API_KEY=', `sk-proj-${some(48)}`],
    ['anthropic-key', '', `sk-ant-api03-${some(80)}`],
    ['npm-token', '//registry/:_authToken=', `npm_${some(36)}`],
    ['json-web-token', 'Bearer ', `eyJ${some(20)}.eyJ${some(60)}.${some(43, 7)}`],
    ['url-password', 'postgres://ada:', 'correct-horse', '@db.internal/app'],
    ['password', 'password: "', `${some(16)}`, '"'],
    ['private-key', 'see\n', `-----BEGIN RSA PRIVATE KEY-----\n${lines(12)}\n-----END RSA PRIVATE KEY-----`, '\n'],
  ])('of the kind %s is found where it stands', ([rule, before, secret, after = ' end']) => {
    const text = `${before}${secret}${after}`
    expect(findSecrets(text)).toEqual([{ rule, start: before.length, end: before.length + secret.length }])
    expect(maskSecrets(text, findSecrets(text))).toBe(`${before}[secret: ${rule}]${after}`)
  })

  test.for([
    'commit 3f786850e387550fdab836ed7e6dc881de23001b',
    'id 01a23016-7367-7772-930c-3710a2d2fd09',
    'sk-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
    'AKIAIOSFODNN7EXAMPLE',
    'password: "${DB_PASSWORD}"',
    'token = "<your token goes here>"',
    'const token = process.env.GITHUB_TOKEN',
    'https://example.com:8080/path@2x.png',
    'the password is a secret, and the token too',
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk',
  ])('is not %s', (text) => expect(findSecrets(text)).toEqual([]))

  test('is looked for in linear time, whatever the text is', () => {
    const hostile = [
      '-----BEGIN PRIVATE KEY-----',
      'aws_secret_key=',
      'eyJ',
      'sk-',
      'password = "',
      'a://b:',
      'AccountKey=',
    ]
    for (const part of hostile) {
      const text = part.repeat(Math.ceil(262_144 / part.length))
      const began = performance.now()
      findSecrets(text)
      const first = performance.now() - began
      findSecrets(text + text)
      // twice the text takes about twice the time, and not four times
      expect(performance.now() - began - first).toBeLessThan(Math.max(8 * first, 500))
    }
  })
})
