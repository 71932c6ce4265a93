// The English texts of the nodes.

export const nodes = {
  nodes: {
    add: 'Add node',
    name: 'Name',
    state: 'State',
    servers: 'Servers',
    system: 'System',
    addresses: 'Addresses',
    runtimes: 'Can run',
    lastSeen: 'Last seen',
    online: 'Online',
    away: 'Away',
    waiting: 'Waiting to join',
    disabled: 'Switched off',
    never: 'Never',
    now: 'Now',
    closedTitle: 'Nodes are for administrators',
    closedText:
      'The machines behind the servers are looked after by the administrators of this panel. Your servers are on the home page.',
    emptyTitle: 'No nodes yet',
    emptyText:
      'A node is a machine that runs game servers. It dials out to the panel, so it works behind NAT.',
    enrol: 'Show join command',
    dialogTitle: 'Add a node',
    dialogText: 'A node is a Linux machine that runs your game servers.',
    nameLabel: 'Name',
    namePlaceholder: 'For example: basement',
    create: 'Make join command',
    needName: 'Give it a name.',
    runThis: 'Run this on the machine that should join as {{name}}:',
    keyOnce_one: 'The key works once, within {{count}} minute. Do not share it.',
    keyOnce_other: 'The key works once, within {{count}} minutes. Do not share it.',
    waitingFor: 'Waiting for {{name}} to connect',
    joined: '{{name}} is connected.',
  },
}
