// The English texts of the command palette.

export const palette = {
  palette: {
    title: 'Command palette',
    placeholder: 'Page, server, node or action',
    nothing: 'Nothing matches “{{query}}”.',
    groupPages: 'Go to',
    groupServers: 'Servers',
    groupNodes: 'Nodes',
    groupActions: 'Actions',
    consoleOf: 'Console of {{name}}',
    terminalOf: 'Terminal of {{name}}',
    metricsOf: 'Metrics of {{name}}',
    useTheme: 'Theme: {{theme}}',
    useLanguage: 'Language: {{language}}',
    newServer: 'New server',
    addNode: 'Add node',
    importEgg: 'Import an egg',
    newAccessToken: 'Create access token',
    newUser: 'Create user',
    newRole: 'Create role',
    hint: '↑ ↓ to choose, Enter to go, Esc to close',
  },
}
