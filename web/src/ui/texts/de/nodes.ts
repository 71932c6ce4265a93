// Die deutschen Texte der Knoten.

import type { AreaTexts } from '../areas.ts'

export const nodes: AreaTexts<'nodes'> = {
  nodes: {
    add: 'Knoten hinzufügen',
    name: 'Name',
    state: 'Zustand',
    servers: 'Server',
    system: 'System',
    addresses: 'Adressen',
    runtimes: 'Kann ausführen',
    lastSeen: 'Zuletzt gesehen',
    online: 'Verbunden',
    away: 'Nicht erreichbar',
    waiting: 'Wartet auf Beitritt',
    disabled: 'Abgeschaltet',
    never: 'Nie',
    now: 'Jetzt',
    closedTitle: 'Knoten sind Sache der Administratoren',
    closedText:
      'Um die Maschinen hinter den Servern kümmern sich die Administratoren dieses Panels. Deine Server findest du auf der Startseite.',
    emptyTitle: 'Noch keine Knoten',
    emptyText:
      'Ein Knoten ist eine Maschine, auf der Spielserver laufen. Er ruft selbst das Panel an und geht deshalb auch hinter NAT.',
    enrol: 'Beitrittsbefehl zeigen',
    dialogTitle: 'Knoten hinzufügen',
    dialogText: 'Ein Knoten ist eine Linux-Maschine, auf der deine Spielserver laufen.',
    nameLabel: 'Name',
    namePlaceholder: 'Zum Beispiel: keller',
    create: 'Beitrittsbefehl erzeugen',
    needName: 'Gib ihm einen Namen.',
    runThis: 'Führe das auf der Maschine aus, die als {{name}} beitreten soll:',
    keyOnce_one: 'Der Schlüssel gilt einmal, für {{count}} Minute. Gib ihn nicht weiter.',
    keyOnce_other: 'Der Schlüssel gilt einmal, für {{count}} Minuten. Gib ihn nicht weiter.',
    waitingFor: 'Warte darauf, dass sich {{name}} verbindet',
    joined: '{{name}} ist verbunden.',
  },
}
