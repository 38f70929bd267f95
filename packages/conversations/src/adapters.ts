import type { Adapter } from './adapter.ts'
import { chatgpt } from './adapters/chatgpt.ts'
import { claudeAi } from './adapters/claude-ai.ts'
import { claudeCode } from './adapters/claude-code.ts'
import { codex } from './adapters/codex.ts'
import { continueDev } from './adapters/continue.ts'
import { copilot } from './adapters/copilot.ts'
import { cursorDocument, cursorLines, cursorText } from './adapters/cursor.ts'
import { discord } from './adapters/discord.ts'
import { geminiDocument, geminiLines } from './adapters/gemini-cli.ts'
import { mbox } from './adapters/mbox.ts'
import { opencode } from './adapters/opencode.ts'
import { plain } from './adapters/plain.ts'
import { slack } from './adapters/slack.ts'
import { subtitles } from './adapters/subtitles.ts'
import { telegram } from './adapters/telegram.ts'
import { whatsapp } from './adapters/whatsapp.ts'

/** Every format, in the order in which they are tried: the shapes that are told apart most surely come first. */
export const adapters: Adapter[] = [
  claudeCode,
  codex,
  geminiLines,
  cursorLines,
  chatgpt,
  discord,
  opencode,
  continueDev,
  copilot,
  telegram,
  slack,
  geminiDocument,
  cursorDocument,
  claudeAi,
  mbox,
  subtitles,
  cursorText,
  whatsapp,
  plain,
]
