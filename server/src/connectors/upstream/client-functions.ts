import { say } from '@bellwether/wire'
import { isObject } from '../../platform/is-object.ts'
import type { FunctionSpec, ModelRequest, UnsupportedParam } from '../connector.ts'
import { objectsOf, stringOf } from './json.ts'

/** The functions offered to the model: the assistant's, or else those that the client sent as `tools`. Pure. */
export const offeredFunctions = ({
  functions,
  params,
}: Pick<ModelRequest, 'functions' | 'params'>): FunctionSpec[] =>
  functions ? [...functions] : objectsOf(params.tools).flatMap(toSpec)

function toSpec(tool: Record<string, unknown>): FunctionSpec[] {
  const definition = tool.function
  if (!isObject(definition)) return []
  const description = stringOf(definition.description)
  return [
    {
      name: stringOf(definition.name),
      ...(description === '' ? {} : { description }),
      parameters: isObject(definition.parameters)
        ? definition.parameters
        : { type: 'object', properties: {} },
    },
  ]
}

/** Finds tools that are not functions, which only OpenAI supports. Pure. */
export function findForeignTool(
  title: string,
  { tools }: ModelRequest['params'],
): UnsupportedParam | undefined {
  const at = objectsOf(tools).findIndex((tool) => tool.type !== 'function')
  return at < 0
    ? undefined
    : { param: `tools.${at}.type`, message: say('providers.only_function_tools', { provider: title }) }
}
