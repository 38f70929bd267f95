import PostalMime, { type Address, type Email } from 'postal-mime'
import type { MailAdapter, SourceMessage } from '../adapter.ts'
import { asDate } from '../fields.ts'
import { htmlText } from '../html-text.ts'
import { contentHash } from '../keys.ts'
import { countNoise, countSkip } from '../report.ts'

const separator = /^From \S+.* \d{4}(?: [+-]\d{4})?\s*$/
const ids = /<[^<>\s]+>/g

/** Mailboxes in mbox files: read mail by mail; a thread is a conversation, known by the mail that began it. */
export const mbox: MailAdapter = {
  reads: 'mail',
  format: 'mbox',
  matches: (head) => separator.test(head.split('\n', 1)[0] ?? '') && /^[A-Za-z-]+:[ \t]/m.test(head),
  startsPart: (line) => line[0] === 0x46 && separator.test(line.toString('latin1')),
  async read(part, { report }) {
    const mail = await parseMail(part)
    if (mail === undefined) {
      countSkip(report, 'broken_message')
      return []
    }
    for (const _ of mail.attachments) countNoise(report, 'attachment')
    const text = mail.text?.replace(/\r?\n$/, '') ?? htmlText(mail.html ?? '')
    const message: SourceMessage = {
      id: mail.messageId,
      role: 'user',
      author: nameOf(mail.from),
      at: asDate(mail.date),
      text,
    }
    const root = mail.references?.match(ids)?.[0] ?? mail.inReplyTo?.match(ids)?.[0] ?? mail.messageId
    const id = root ?? contentHash(mail.subject, mail.date, text)
    return text.trim() === '' ? [] : [{ conversation: { id, title: mail.subject }, message }]
  },
}

async function parseMail(part: Buffer): Promise<Email | undefined> {
  try {
    return await PostalMime.parse(unquoted(part), { attachmentEncoding: 'base64' })
  } catch {
    return undefined
  }
}

/** Without the separator line, and with the mark taken off that keeps other lines from looking like one. */
function unquoted(part: Buffer): Buffer {
  const body = part.subarray(part.indexOf(0x0a) + 1)
  if (!body.includes('\n>')) return body
  return Buffer.from(body.toString('latin1').replace(/^>(>*From )/gm, '$1'), 'latin1')
}

function nameOf(address: Address | undefined): string | undefined {
  if (address === undefined) return undefined
  return address.name === '' ? address.address : address.name
}
