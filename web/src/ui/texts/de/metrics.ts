// Die deutschen Texte der Diagramme.

import type { AreaTexts } from '../areas.ts'

export const metrics: AreaTexts<'metrics'> = {
  metrics: {
    cpu: 'CPU',
    cpuLoad: 'Last',
    memory: 'Arbeitsspeicher',
    used: 'Belegt',
    limit: 'Grenze',
    total: 'Gesamt',
    swap: 'Auslagerung',
    network: 'Netzwerk',
    received: 'Ein',
    sent: 'Aus',
    disk: 'Datenträger-Aktivität',
    diskSpace: 'Speicherplatz',
    read: 'Gelesen',
    written: 'Geschrieben',
    processes: 'Prozesse',
    load: 'Mittlere Last',
    load1: '1 Min.',
    load5: '5 Min.',
    load15: '15 Min.',
    connecting: 'Hole, was der Knoten noch weiß',
    reconnecting: 'Verbindung verloren. Sie wird wiederhergestellt; was fehlt, wird nachgetragen.',
    interrupted:
      'Der Knoten sendet gerade keine Werte. Die Diagramme laufen von selbst weiter, sobald er zurück ist.',
    forbidden: 'Du darfst diese Messwerte nicht sehen.',
    gone: 'Das gibt es nicht mehr.',
    absent: 'Nicht gemessen: So, wie das hier läuft, gibt es dafür keine Werte.',
    waiting: 'Warte auf die ersten Werte',
    restingTitle: 'Nichts zu messen',
    resting: 'Der Server läuft nicht. Die Diagramme beginnen mit dem nächsten Start.',
  },
}
