// Why a plugin does not run, or cannot be installed: a code with the English sentences that say it.

import { createSentenceReader } from '../sentences.ts'

export const pluginProblems = {
  // Of the panel.
  allOff: ['plugins are switched off for the whole panel (PLUGINS_DISABLED)'],
  settingsUnreadable: [
    'cannot read {names}: ENCRYPTION_KEY is missing or changed. Restore the key, or enter the value again',
  ],
  settingsDamaged: [
    'its settings in the database are damaged, so it is switched off. Enter them again, save, and switch it on',
  ],
  grantsDamaged: [
    'what was granted to it is damaged in the database, so it is switched off. Grant it again or install its package again, and switch it on',
  ],
  // Of its run.
  slowStart: ['it took too long to start'],
  threadFailed: ['its thread failed: {error}'],
  threadEnded: [
    'its thread has ended',
    'it was stopped',
    'it is not running',
    'it ended for a reason that it did not tell',
  ],
  rulesBroken: [
    'its answer is not { answer } or { error: words }',
    'it answered what nobody asked',
    'a message has {size} bytes: too many',
    'a message lies outside of the memory',
    'alloc gave room outside of the memory',
    'more than {limit} host calls in one call',
  ],
  otherVersion: ['the module speaks version {version}, the host {host}'],
  // Of its module.
  moduleInvalid: [
    'the module is not valid WebAssembly',
    'this is not a WebAssembly module (version 1)',
    'the module ends in the middle of something',
    'a number of the module is larger than 32 bits',
    'a name of the module is not UTF-8',
    'a section of the module is longer than what it holds',
    'the module must export memory, abi_version, alloc and call',
  ],
  moduleNotAllowed: [
    'the module has {size} bytes, and {limit} are allowed',
    'the module has a section of kind {kind}, which is not allowed',
    'the module uses types of garbage-collected WebAssembly: compile it without them',
    'the module has several memories: one is allowed',
    'the module begins with {size} pages of memory, and {limit} are allowed',
    'the module has {size} tables: {limit} are allowed',
    'the module has a table of a kind that is not allowed',
    'the module has a table of {size} entries, and {limit} are allowed',
    'the module has a {what} that is shared or 64-bit: neither is allowed',
    'the module imports {what}: the function rookery.host_call is all there is',
  ],
} as const satisfies Record<string, readonly string[]>

export type PluginProblemCode = keyof typeof pluginProblems

/** Null: the plugin itself or the browser of WebAssembly said it. */
export const readPluginProblem = createSentenceReader<PluginProblemCode>(pluginProblems)
