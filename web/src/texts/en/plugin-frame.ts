// The English texts of the box that a plugin's page is shown in.

export const pluginFrame = {
  pluginFrame: {
    silent: 'This part of a plugin does not answer',
    flood: 'This part of a plugin sent too much and was stopped',
    left: 'This part of a plugin tried to go elsewhere and was stopped',
    failed: 'This part of a plugin could not be shown',
    unloaded: 'This part of a plugin could not be loaded',
    restOfPage: 'Everything else on this page works as before.',
  },
}
