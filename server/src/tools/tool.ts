import type { ApprovalRecord, Message, MessageCode, MessageParams, Source } from '@bellwether/wire'
import type { ZodType } from 'zod'
import type { Caller } from '../platform/caller.ts'

/** The result of one run. A failure is data for the trace and the log; its reason never becomes part of the prompt. */
export type ToolOutput =
  | {
      ok: true
      content: string
      sources: Source[]
      metadata?: Record<string, unknown>
      /** Usage of another assistant. */
      within?: { tokens: number; calls: number }
    }
  /**
   * `denied`: access was refused. `message`: the reason with its code. `detail`: the reason with details for the
   * trace, such as hosts.
   */
  | { ok: false; reason: string; denied?: true; message?: Message; detail?: string | Message }

/**
 * Progress that a running tool reports. Statuses contain only safe identifiers, never settings,
 * arguments or content.
 */
export type ToolEvent = ToolStatus | FileEdit | ApprovalEvent

/** The answer waits for the person's approval. */
export interface ApprovalEvent {
  type: 'approval'
  approval: ApprovalRecord
}

export interface ToolStatus {
  type: 'status'
  status: string
  tool: string | null
  /** A line of Markdown. */
  message: string
  /** For clients that show the message in their own language. */
  message_code?: MessageCode
  message_params?: MessageParams
  elapsed_ms?: number
  /** Identifies the run from start to end. Unique within an answer. */
  call_id?: string
  /** The run of the assistant that this one is part of. */
  parent_call_id?: string
  /** The function that this one is part of, if an assistant works for another. */
  parent?: string
  /** The name of the object that the tool uses, such as the assistant that it asks. */
  label?: string
}

/** A file of a workspace was changed on disk. */
export interface FileEdit {
  type: 'file_edit'
  workspace: string
  /** Relative to the workspace. */
  path: string
  /** Unified diff; empty if the file is too large to show. */
  diff: string
  added: number
  removed: number
  /** The id for undoing the edit. */
  edit: string
}

/** An object that a tool reads or changes. The access policy checks it before each run. */
export interface ToolTarget {
  kind: 'assistant' | 'knowledge_base' | 'rubric' | 'file' | 'workspace' | 'mcp_server'
  id: string
}

/** The conversation as a tool sees it: the original messages, without the prompt. */
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
  /** The owner of the assistant that asks this one; absent if a person asks directly. */
  askedBy?: number
  /** The assistant that the person talks to. */
  leaderId?: number
  /** Whether its author tries it as a student: what students may not use is left out. */
  asStudent?: boolean
  /** Whether nothing may change, even what its owner allows: a model tries it, and no person asked for that. */
  changesNothing?: boolean
  /** Whether its budget is nearly used up, so that models are avoided. */
  isSparing?: boolean
  /** Receives the cost of each model call that its tools make, in millionths. */
  onSpent?: ((cost: number) => Promise<void>) | undefined
}

/** Trace ids of previews, in the editor or over MCP, which call no model. */
export const PREVIEWS: ReadonlySet<string> = new Set(['preview', 'prompt'])

export interface Explanation {
  description?: string | undefined
  sentTo?: string | undefined
}

export interface ToolRun<C, I> {
  config: C
  input: I
  caller: Caller
  /** The person that a forwarding caller names; undefined if none. */
  endUser?: string | undefined
  /** The assistant the tool runs for. Its owner wrote the settings, so the owner's rights apply. */
  assistant: AskedAssistant
  signal: AbortSignal
  /** Reports progress, such as `{ type: 'status', status: 'tool_progress', tool: null, message: 'page 3 of 9' }`. */
  emit(event: ToolEvent): void
  /** The trace of this answer. */
  traceId: string
}

/**
 * A tool can be used in two ways: injected (the engine creates the input from the conversation and puts the
 * output into the placeholder) or called (the model writes the input and reads the output).
 */
export interface Tool<C = unknown, I = unknown> {
  name: string
  /** Other names for it in stored assistants. */
  aliases?: readonly string[]
  title: string
  description: string
  category: string
  /** LAMB's terms for it, for clients that search for those. */
  lamb?: { title: string; description: string; category: string }
  version: string
  /** Validates settings. Forms are generated from its JSON Schema. */
  config: ZodType<C>
  /** Texts of a setting for its JSON Schema, by path (`headers.value`), if they are not part of `config`. */
  describeSetting?(path: string): Record<string, string> | undefined
  /** The input of one run. Its JSON Schema gives the function's parameters. */
  input: ZodType<I>
  inject?: {
    placeholder: string
    input(conversation: Conversation): I
    /**
     * The status when a run starts: one line, or one for each object it reads. Only safe
     * identifiers. Absent = no status.
     */
    status?(config: C): string | readonly string[]
  }
  call?: {
    functionName(config: C): string
    describe(config: C): string
    /** JSON Schema of the arguments, if it depends on the settings; by default it is generated from `input`. */
    parameters?(config: C): Record<string, unknown>
  }
  /** Settings without which the tool runs, but returns nothing. */
  neededFields?: readonly string[]
  /** If `false`, an assistant can have it only once. */
  allowMultiple?: boolean
  /** Its sources have numbers, by which answers cite them. */
  isCited?: boolean
  /** If set, its runs show no status. */
  isSilent?: boolean
  /** Its settings have their own placeholders: output of other tools is never inserted into them. */
  readsOwnPlaceholders?: boolean
  /** The objects that its settings name. */
  targets?(config: C): readonly ToolTarget[]
  /** Whether it can run with only the accessible ones. */
  worksWithSome?: boolean
  /** Whether a run may call a model, which takes time and money. */
  asksModels?: boolean
  /** Time limit of one run, unless its entry sets another; defaults to the assistant's limit. */
  timeoutMs?: number
  /** Its arguments are private to the person who asks, so traces, which others read, do not keep them. */
  hasPrivateInput?: boolean
  /** Whether a run may change something outside this server. Absent = it only reads. */
  hasSideEffects?(config: C): boolean
  /** Whether the settings of this tool let everyone who may use the assistant make those changes. */
  opensChanges?(config: C): boolean
  /** Set by the loader for plugins: their events and results are copied, and they can only emit status lines. */
  isPlugin?: boolean
  /**
   * What a person who approves a run is told, if the settings and not the tool itself decide what it does:
   * what that is, and who outside this server gets the input.
   */
  explain?(config: C, organizationId: number): Explanation | Promise<Explanation>
  /** Each run needs a person's approval, whatever the assistant's settings say. */
  alwaysAsks?: boolean
  /** May return synchronously if it waits for nothing: then no time limit is set up. */
  run(run: ToolRun<C, I>): Promise<ToolOutput> | ToolOutput
}

/** Infers the types of settings and input, and erases them for the registry. For tools with texts of their own. */
export function defineTool<C, I>(tool: Tool<C, I>): Tool {
  return tool as unknown as Tool
}
