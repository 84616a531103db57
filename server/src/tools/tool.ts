import type { ApprovalRecord, MessageCode, MessageParams, Source } from '@bellwether/wire'
import type { ZodType } from 'zod'
import type { Caller } from '../platform/caller.ts'

/** What came of one run. A failure is data for the trace and the log; its reason never becomes prompt text. */
export type ToolOutput =
  | {
      ok: true
      content: string
      sources: Source[]
      metadata?: Record<string, unknown>
      /** What another assistant took for it. */
      within?: { tokens: number; calls: number }
    }
  /** `denied`: it is not allowed for anyone. `detail`: the reason with what only those who read the trace need know, such as hosts. */
  | { ok: false; reason: string; denied?: true; detail?: string }

/** What a running tool tells those who watch, at once. Only safe identifiers in statuses: never settings, arguments or contents. */
export type ToolEvent = ToolStatus | FileEdit | ApprovalEvent

/** The answer waits until the person who asks has agreed. */
export interface ApprovalEvent {
  type: 'approval'
  approval: ApprovalRecord
}

export interface ToolStatus {
  type: 'status'
  status: string
  tool: string | null
  /** A line of markdown. */
  message: string
  /** For clients that show the message in their own language. */
  message_code?: MessageCode
  message_params?: MessageParams
  elapsed_ms?: number
  /** The run that this is about: the same from its start to its end, and another for each run of an answer. */
  call_id?: string
  /** The run of the assistant that this is a part of. */
  parent_call_id?: string
  /** The function that this is a part of, when an assistant works for another. */
  parent?: string
}

/** A file of a workspace has been changed, and is on the disk. */
export interface FileEdit {
  type: 'file_edit'
  workspace: string
  /** Within the workspace. */
  path: string
  /** Unified; empty when the file is too large to show. */
  diff: string
  added: number
  removed: number
  /** What undoes it. */
  edit: string
}

/** A thing of ours that a tool reads or changes. Checked by the one policy before each run. */
export interface ToolTarget {
  kind: 'assistant' | 'knowledge_base' | 'rubric' | 'file' | 'workspace' | 'mcp_server'
  id: string
}

/** The conversation as a tool sees it: what was said, not how it will be put to the model. */
export interface Conversation {
  messages: readonly { role: string; content?: unknown }[]
  /** The text of the last message. */
  question: string
}

/** The assistant whose tools run. */
export interface AskedAssistant {
  id: number
  ownerId: number
  organizationId: number
  /** The owner of the assistant that asks this one on behalf of a person; absent when the person asks directly. */
  askedBy?: number
  /** That assistant itself: the one that the person talks to. */
  leaderId?: number
  /** Its budget is nearly used up: what can be done without a model is done without one. */
  isSparing?: boolean
}

/** In place of an answer where there is none: a prompt preview, in a form or over MCP, calls no model. */
export const PREVIEWS: ReadonlySet<string> = new Set(['preview', 'prompt'])

export interface ToolRun<C, I> {
  config: C
  input: I
  caller: Caller
  /** The person behind a caller that forwards others; undefined when it named no one. */
  endUser?: string | undefined
  /** On whose behalf the tool reads: settings are the owner's, so rights are too. */
  assistant: AskedAssistant
  signal: AbortSignal
  /** Reports progress to the reader, such as `{ type: 'status', status: 'tool_progress', tool: null, message: 'page 3 of 9' }`. */
  emit(event: ToolEvent): void
  /** The answer that this run is part of. */
  traceId: string
}

/**
 * One thing, used two ways: injected (the engine makes the input from the conversation and puts the output into the placeholder)
 * or called (the model makes the input and reads the output).
 */
export interface Tool<C = unknown, I = unknown> {
  name: string
  /** Other names that stored assistants use for it. */
  aliases?: readonly string[]
  title: string
  description: string
  category: string
  /** What LAMB's own documents call it, for clients that look for those words. */
  lamb?: { title: string; description: string; category: string }
  version: string
  /** Validates settings; its JSON Schema draws the form. */
  config: ZodType<C>
  /** One run's input; its JSON Schema is the function's parameters. */
  input: ZodType<I>
  inject?: {
    placeholder: string
    input(conversation: Conversation): I
    /** What the caller is told when it starts: one line, or one for each thing it reads. Safe identifiers only; silent when absent. */
    status?(config: C): string | readonly string[]
  }
  call?: {
    functionName(config: C): string
    describe(config: C): string
    /** JSON Schema of the arguments, where the settings decide about them; otherwise it is made of `input`. */
    parameters?(config: C): Record<string, unknown>
  }
  /** Settings that must not be empty for the tool to bring anything, although the tool runs without them. */
  neededFields?: readonly string[]
  /** `false`: one assistant can have it only once. */
  allowMultiple?: boolean
  /** It does nothing that is worth a status: it is no step for those who watch. */
  isSilent?: boolean
  /** Placeholders in its settings are its own: other tools’ output is never written into them. */
  readsOwnPlaceholders?: boolean
  /** What of ours its settings name. */
  targets?(config: C): readonly ToolTarget[]
  /** Whether it goes on with those of them that are open to it. */
  worksWithSome?: boolean
  /** Whether a run may ask a model, which takes time and money. */
  asksModels?: boolean
  /** How long one run may take unless its entry says otherwise; the assistant's limit when absent. */
  timeoutMs?: number
  /** What the model writes for it is the asking person's own matter: it is not kept in traces, which others read. */
  hasPrivateInput?: boolean
  /** Whether a run may change something outside of this server. Absent = it only reads. */
  hasSideEffects?(config: C): boolean
  /** Whether the owner lets everybody who may use the assistant cause those changes, by the settings of this tool alone. */
  opensChanges?(config: C): boolean
  /** Set by the loader for the operator's own tools: what they emit and return is copied, and they can only emit status lines. */
  isPlugin?: boolean
  /** A person agrees to each of its runs, whatever the assistant's author has set. */
  alwaysAsks?: boolean
  /** May answer at once when it has nothing to wait for: then no time limit has to be set up. */
  run(run: ToolRun<C, I>): Promise<ToolOutput> | ToolOutput
}

/** Gives type inference for settings and input, and erases them for the registry. */
export function defineTool<C, I>(tool: Tool<C, I>): Tool {
  return tool as unknown as Tool
}
