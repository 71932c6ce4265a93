// What a plugin may ask of the panel: each call checked against what was granted, and its argument against its shape.

import { type HostCallName, hostCalls } from '@rookery/contracts/plugin/host-calls.ts'
import { PluginRefusal } from '@rookery/plugin-host/plugin-host.ts'
import type * as z from 'zod'
import { issueMessage } from '../../../platform/http/logic/issue-message.ts'
import type { StoredPlugin } from '../plugins-store.ts'

/** Throws PluginRefusal with words for the plugin; anything else is a fault of the panel. */
export type HostCall = (
  plugin: StoredPlugin,
  name: string,
  argument: unknown,
  signal: AbortSignal,
) => Promise<unknown>

type Argument<Name extends HostCallName> = z.output<(typeof hostCalls)[Name]['argument']>
type Answer<Name extends HostCallName> = z.input<(typeof hostCalls)[Name]['answer']>

export type HostFunctions = {
  [Name in HostCallName]: (
    plugin: StoredPlugin,
    argument: Argument<Name>,
    signal: AbortSignal,
  ) => Promise<Answer<Name>> | Answer<Name>
}

export function createHostCall(functions: HostFunctions): HostCall {
  return async (plugin, name, argument, signal) => {
    if (!Object.hasOwn(hostCalls, name)) throw new PluginRefusal(`there is no host call ${name}`)
    const known = name as HostCallName
    const { needs, argument: shape } = hostCalls[known]
    if (needs !== null && !plugin.granted.includes(needs)) {
      throw new PluginRefusal(`${known} needs the permission ${needs}, which was not granted`)
    }
    const read = (shape as z.ZodType).safeParse(argument ?? {}, { error: issueMessage })
    if (!read.success) {
      const [issue] = read.error.issues
      throw new PluginRefusal(`${known}: ${issue?.path.join('.') || 'the argument'} ${issue?.message ?? ''}`)
    }
    const work = functions[known] as (plugin: StoredPlugin, argument: unknown, signal: AbortSignal) => unknown
    return work(plugin, read.data, signal)
  }
}
