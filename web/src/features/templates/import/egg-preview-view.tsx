// What would come of an egg: its facts, what it replaces, and the notes in three groups, the warnings first.

import { Button, Group } from '@mantine/core'
import type { AnswerOf } from '@rookery/contracts/http/endpoint.ts'
import type { ImportNote, importTemplate } from '@rookery/contracts/http/templates.ts'
import {
  IconAlertTriangleFilled,
  IconArrowsRightLeft,
  IconCheck,
  IconReplace,
  type TablerIcon,
} from '@tabler/icons-react'
import { Emblem } from '../../../parts/games/emblem.tsx'
import { useTexts } from '../../../texts/texts.ts'
import form from '../../../ui/controls/form.module.css'
import { Panel } from '../../../ui/controls/page-frame.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import styles from './import.module.css'

export type Preview = AnswerOf<typeof importTemplate>

interface EggPreviewViewProps {
  preview: Preview
  replacedName: string | null
  isImporting: boolean
  onAgain: () => void
  onImport: () => void
}

const kinds: { kind: ImportNote['kind']; Icon: TablerIcon }[] = [
  { kind: 'warning', Icon: IconAlertTriangleFilled },
  { kind: 'mapped', Icon: IconArrowsRightLeft },
  { kind: 'understood', Icon: IconCheck },
]

export function EggPreviewView(props: EggPreviewViewProps) {
  const t = useTexts()
  const { preview, replacedName, isImporting, onAgain, onImport } = props
  return (
    <>
      <Panel>
        <EggFacts preview={preview} />
      </Panel>
      {replacedName && (
        <Notice
          status={{ tone: 'accent', Icon: IconReplace }}
          title={t('egg.replaces', { name: replacedName })}
        >
          {t('egg.replacesText')}
        </Notice>
      )}
      {kinds.map(({ kind, Icon }) => (
        <NoteGroup
          key={kind}
          kind={kind}
          Icon={Icon}
          notes={preview.notes.filter(note => note.kind === kind)}
        />
      ))}
      <Group className={`${form.foot} ${styles.foot}`} gap={12} justify="flex-end">
        <Button variant="default" onClick={onAgain}>
          {t('egg.again')}
        </Button>
        <Button loading={isImporting} onClick={onImport}>
          {replacedName ? t('egg.importReplace') : t('egg.import')}
        </Button>
      </Group>
    </>
  )
}

function EggFacts({ preview }: { preview: Preview }) {
  const t = useTexts()
  const { template, format } = preview
  const figures = [
    [t('egg.variables'), template.variables.length],
    [t('egg.configFiles'), template.config_files.length],
    [t('egg.installSteps'), template.install.length],
    [t('egg.images'), template.container?.images.length ?? 0],
  ] as const
  return (
    <div className={styles.facts}>
      <Emblem template={{ ...template, icon: template.icon ?? null }} size={48} />
      <div className={styles.factWords}>
        <h2>{template.name}</h2>
        <p>{template.description}</p>
        <p className={styles.author}>
          {format}
          {template.author && ` · ${template.author}`}
        </p>
      </div>
      <dl className={styles.figures}>
        {figures.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

interface NoteGroupProps {
  kind: ImportNote['kind']
  Icon: TablerIcon
  notes: ImportNote[]
}

function NoteGroup({ kind, Icon, notes }: NoteGroupProps) {
  const t = useTexts()
  return (
    <details
      className={`${styles.group} ${styles[kind] ?? ''}`}
      data-none={notes.length === 0 || undefined}
      open={kind !== 'understood' && notes.length > 0}
    >
      <summary>
        <Icon size={17} aria-hidden />
        <span className={styles.groupTitle}>{t(`egg.${kind}`)}</span>
        <span className={styles.count}>{notes.length}</span>
        <span className={styles.groupText}>{t(`egg.${kind}Text`)}</span>
      </summary>
      {notes.length === 0 && <p className={styles.none}>{t('egg.none')}</p>}
      <ul>
        {notes.map((note, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: notes may repeat, and never change places here
          <li key={at}>
            <code>{note.field}</code>
            <span>{note.words}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
