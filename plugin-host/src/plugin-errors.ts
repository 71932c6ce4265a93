// The ways in which a call of a plugin can fail, as errors that the panel can tell apart.

/** The plugin answered that it will not do this; it goes on. */
export class PluginRefusal extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'PluginRefusal'
  }
}

/** Too many calls wait already; the plugin goes on. */
export class PluginBusy extends Error {
  constructor(waiting: number) {
    super(`${waiting} calls wait for this plugin already`)
    this.name = 'PluginBusy'
  }
}

/** The plugin is gone: it broke a limit, trapped, or was closed. */
export class PluginEnded extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'PluginEnded'
  }
}
