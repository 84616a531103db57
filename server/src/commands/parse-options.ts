import { type ParseArgsConfig, parseArgs } from 'node:util'
import { SettingsError } from '../platform/config.ts'

type Options = NonNullable<ParseArgsConfig['options']>

/** The options of a command. An unknown one is refused with the usage. */
export function parseOptions<const T extends Options>(args: readonly string[], options: T, usage: string) {
  try {
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    throw new SettingsError(`${error instanceof Error ? error.message : ''}\n\n${usage}`)
  }
}
