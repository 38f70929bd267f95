export { detectFormat, headBytes } from './detect.ts'
export { type Exchange, exchangesOf, type Span, toExchanges } from './exchanges.ts'
export { extractMemories, type Memory, type MemoryKind } from './extract-memories.ts'
export { readConversations, type ReadOptions } from './read-conversations.ts'
export { createReport, type ReadReport, type SkipReason, skipReasons } from './report.ts'
export { fileSource, folderSource, memorySource, type Source, type SourceFile, type SourceFolder } from './source.ts'
export {
  type Conversation,
  type ConversationHead,
  type Format,
  formats,
  type Message,
  type MessageBatch,
  messageKey,
  type Role,
  type ToolCall,
} from './types.ts'
