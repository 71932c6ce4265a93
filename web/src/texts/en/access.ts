// The English texts of who may do what on one game server.

export const access = {
  access: {
    title: 'Who may do what here',
    text: 'Rights come from roles and from entries of each person. A deny beats every allow.',
    search: 'Find a person',
    noAccess: 'No access',
    everything: 'Everything',
    looks: 'Sees it, and nothing more',
    why: 'Why?',
    whyOf: 'Why {{name}} may or may not',
    change: 'Change',
    changeOf: 'Change what {{name}} may do',
    failed: 'Could not be read',
    withAccess: 'With access',
    without: 'Without access',
    invite: 'Create user',
    noMatch: 'Nobody matches “{{words}}”.',
    closedTitle: 'This is for administrators',
    closedText: 'Who may do what on a server is looked after by the administrators of this panel.',
  },
}
