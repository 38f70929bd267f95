import { describe, expect, test } from 'vitest'
import { leaveOutNoise } from './noise.ts'

function leave(text: string) {
  const rules: string[] = []
  return { text: leaveOutNoise(text, (rule) => rules.push(rule)), rules }
}

describe('leave out noise', () => {
  test.each([
    ['<system-reminder>\nTodo list:\n```\nhalf a fence\n</system-reminder>', ['system_reminder']],
    ['<command-name>/clear</command-name>\n   <command-message>clear</command-message>', ['command', 'command']],
    ['<local-command-stdout>Compacted.</local-command-stdout>', ['command_output']],
    ['[Request interrupted by user for tool use]', ['interruption']],
    ['Stop hook feedback:\n- [check.sh]: run the tests', ['hook_feedback']],
    ['PostToolUse:Edit hook succeeded: formatted 3 files\n', ['hook_output']],
    ['<environment_context>\n  <cwd>/x</cwd>\n</environment_context>', ['session_context']],
    ['# AGENTS.md instructions for /x\n\n<INSTRUCTIONS>\nbe brief\n</INSTRUCTIONS>', ['session_context']],
  ])('%j is noise as a whole', (text, rules) => {
    expect(leave(text)).toEqual({ text: '', rules })
  })

  test('what the user said around it is kept byte for byte', () => {
    const text = '  Fix it  \n\n<system-reminder>\nx\n</system-reminder>\n---\nand test \n'
    expect(leave(text)).toEqual({ text: '  Fix it  \n\n---\nand test \n', rules: ['system_reminder'] })
  })

  test('what the user gave a command is kept', () => {
    const text =
      '<command-message>review</command-message>\n<command-name>/review</command-name>\n<command-args>the login page</command-args>'
    expect(leave(text).text).toBe('the login page')
  })

  test.each([
    'Why does <system-reminder> appear in my log?',
    'The log has <system-reminder>x</system-reminder> in it.',
    '```\n<system-reminder>\nx\n</system-reminder>\n```',
    '~~~~xml\n<command-name>/clear</command-name>\n~~~\n<command-name>/x</command-name>\n~~~~',
    '<system-reminder>\nthat nothing ends',
    '<command-name>x</command-name> is what I see, and it is odd',
    'Stop hook feedback is shown twice, why?',
    'PreToolUse:Bash is the matcher I want',
    'This session is being continued tomorrow.',
    'a < b',
  ])("%j is the user's own", (text) => {
    expect(leave(text)).toEqual({ text, rules: [] })
  })
})
