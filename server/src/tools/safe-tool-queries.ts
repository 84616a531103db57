import { joinMessages, type Message, say } from '@bellwether/wire'
import { issueMessage } from '../platform/http/plain-issue.ts'
import { MAX_FAULTS } from './arguments/json-faults.ts'
import type { Explanation, Tool, ToolTarget } from './tool.ts'

/**
 * Queries a tool before it runs. A plugin that throws here is skipped instead of failing the answer, and the
 * worst is assumed about it.
 */

/** The objects named in checked settings; undefined if the tool throws. */
export function safeTargets(tool: Tool, config: unknown): readonly ToolTarget[] | undefined {
  try {
    const targets: unknown = tool.targets?.(config) ?? []
    return Array.isArray(targets) && targets.every(isTarget) ? targets : undefined
  } catch {
    return undefined
  }
}

const isTarget = (value: unknown): value is ToolTarget =>
  typeof value === 'object' && value !== null && 'kind' in value && 'id' in value

export function hasSideEffects(tool: Tool, config: unknown): boolean {
  try {
    return Boolean(tool.hasSideEffects?.(config))
  } catch {
    return true
  }
}

export function opensChangesToAll(tool: Tool, config: unknown): boolean {
  try {
    return Boolean(tool.opensChanges?.(config))
  } catch {
    return false
  }
}

/** The name shown to the person who has to approve a run. */
export function displayName(tool: Tool, config: unknown): string {
  try {
    const name: unknown = tool.call?.functionName(config)
    return typeof name === 'string' ? name : tool.name
  } catch {
    return tool.name
  }
}

const MAX_EXPLANATION = 500

/** What the person who has to approve a run is told about it. */
export async function explainRun(tool: Tool, config: unknown, organizationId: number): Promise<Explanation> {
  try {
    const { description, sentTo } = (await tool.explain?.(config, organizationId)) ?? {}
    return { description: toShown(description), sentTo: toShown(sentTo) }
  } catch {
    return {}
  }
}

const toShown = (text: unknown): string | undefined =>
  typeof text === 'string' && text.trim() !== '' ? text.trim().slice(0, MAX_EXPLANATION) : undefined

/** Returns undefined if the tool does not accept them. */
export function readSettings(tool: Tool, config: unknown): { data: unknown } | undefined {
  try {
    const parsed = tool.config.safeParse(config)
    return parsed.success ? { data: parsed.data } : undefined
  } catch {
    return undefined
  }
}

/** Returns the arguments of a call, or their problems, for the model that wrote them. */
export function readArguments(
  tool: Tool,
  input: unknown,
): { ok: true; input: unknown } | { ok: false; faults: string | Message } {
  try {
    const parsed = tool.input.safeParse(input)
    if (parsed.success) return { ok: true, input: parsed.data }
    const faults = parsed.error.issues.slice(0, MAX_FAULTS).map((issue) =>
      say('requests.field_invalid', {
        path: issue.path.join('.') || 'arguments',
        problem: issueMessage(issue),
      }),
    )
    return { ok: false, faults: joinMessages('parts.series', faults) }
  } catch {
    return { ok: false, faults: say('reasons.arguments_invalid') }
  }
}
