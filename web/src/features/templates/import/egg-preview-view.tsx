// What would come of an egg: its facts, what it replaces, and the notes in three groups, the warnings first.

import { Box, Button, Flex, Group } from '@mantine/core'
import type { AnswerOf } from '@rookery/contracts/http/endpoint.ts'
import type { ImportNote, importTemplate, readTemplate } from '@rookery/contracts/http/templates.ts'
import {
  IconAlertTriangleFilled,
  IconArrowsRightLeft,
  IconCheck,
  IconFileDiff,
  IconReplace,
} from '@tabler/icons-react'
import { useState } from 'react'
import { DifferenceView } from '../../../parts/code-editor/difference-view.tsx'
import { GameIcon } from '../../../parts/games/game-icon.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { Dotted } from '../../../ui/controls/dotted.tsx'
import form from '../../../ui/controls/form.module.css'
import { Panel } from '../../../ui/controls/page-frame.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import tones from '../../../ui/tone/tone.module.css'
import type { StatusStyle } from '../../../ui/tone/tone.ts'
import { eggNoteText } from './egg-note-text.ts'
import styles from './import.module.css'

export type Preview = AnswerOf<typeof importTemplate>

export type ReplacedTemplate = Pick<AnswerOf<typeof readTemplate>, 'name' | 'template' | 'game_servers'>

interface EggPreviewViewProps {
  preview: Preview
  replaced: ReplacedTemplate | null
  isImporting: boolean
  onAgain: () => void
  onImport: (isNew: boolean) => void
}

const kinds: ({ kind: ImportNote['kind'] } & StatusStyle)[] = [
  { kind: 'warning', Icon: IconAlertTriangleFilled, tone: 'warning' },
  { kind: 'mapped', Icon: IconArrowsRightLeft, tone: 'moving' },
  { kind: 'understood', Icon: IconCheck, tone: 'running' },
]

export function EggPreviewView(props: EggPreviewViewProps) {
  const t = useTexts()
  const { preview, replaced, isImporting, onAgain, onImport } = props
  const isKnown = preview.replaces !== null
  const name = replaced?.name ?? preview.template.name
  return (
    <>
      <Panel>
        <EggFacts preview={preview} />
      </Panel>
      {isKnown && (
        <Notice status={{ tone: 'resting', Icon: IconReplace }} title={t('egg.replaces', { name })}>
          {preview.unchanged
            ? t('egg.unchanged')
            : replaced &&
              (replaced.game_servers === 0
                ? t('templateEditor.unused')
                : t('templateEditor.usedBy', { count: replaced.game_servers }))}
        </Notice>
      )}
      {replaced && !preview.unchanged && <Changes replaced={replaced} preview={preview} />}
      {kinds.map(({ kind, ...status }) => (
        <NoteGroup
          key={kind}
          kind={kind}
          {...status}
          notes={preview.notes.filter(note => note.kind === kind)}
        />
      ))}
      <Group className={`${form.foot} ${styles.foot}`} gap={12} justify="flex-end">
        <Button variant="default" onClick={onAgain}>
          {t('egg.again')}
        </Button>
        {isKnown && !preview.unchanged && (
          <Button variant="default" disabled={isImporting} onClick={() => onImport(false)}>
            {t('egg.importReplace', { name })}
          </Button>
        )}
        <Button loading={isImporting} onClick={() => onImport(true)}>
          {isKnown ? t('egg.importNew') : t('egg.import')}
        </Button>
      </Group>
    </>
  )
}

function Changes({ replaced, preview }: { replaced: ReplacedTemplate; preview: Preview }) {
  const t = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details
      className={`panel ${styles.group} ${tones.resting}`}
      onToggle={event => setIsOpen(event.currentTarget.open)}
    >
      <summary>
        <IconFileDiff size={17} aria-hidden />
        <strong>{t('egg.changes')}</strong>
      </summary>
      {isOpen && (
        <Box p="0 18px 18px">
          <DifferenceView
            old={JSON.stringify(replaced.template, null, 2)}
            now={JSON.stringify(preview.template, null, 2)}
            oldLabel={t('egg.present')}
            nowLabel={t('egg.thisEgg')}
          />
        </Box>
      )}
    </details>
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
    <Group p="18px 20px" gap="14px 18px">
      <GameIcon template={{ ...template, icon: template.icon ?? null, source: 'imported' }} size={48} />
      <Box flex="1 1 260px" miw={0}>
        <h2>{template.name}</h2>
        <p className="text-secondary">{template.description}</p>
        <Dotted component="p" className="text-caption">
          {format}
          {template.author}
        </Dotted>
      </Box>
      <Group component="dl" gap="8px 24px">
        {figures.map(([name, count]) => (
          <Flex key={name} direction="column-reverse">
            <dt className="text-caption">{name}</dt>
            <Box component="dd" className="numbers" fz={18} fw={600}>
              {count}
            </Box>
          </Flex>
        ))}
      </Group>
    </Group>
  )
}

interface NoteGroupProps extends StatusStyle {
  kind: ImportNote['kind']
  notes: ImportNote[]
}

function NoteGroup({ kind, Icon, tone, notes }: NoteGroupProps) {
  const t = useTexts()
  return (
    <details
      className={`panel ${styles.group} ${tones[notes.length === 0 ? 'resting' : tone]}`}
      open={kind !== 'understood' && notes.length > 0}
    >
      <summary>
        <Icon size={17} aria-hidden />
        <strong>{t(`egg.${kind}`)}</strong>
        <span className={styles.count}>{notes.length}</span>
        <Box component="span" className="text-hint" ml="auto" visibleFrom="sm">
          {t(`egg.${kind}Text`)}
        </Box>
      </summary>
      {notes.length === 0 && (
        <Box component="p" className="text-quiet" p="0 18px 14px 45px">
          {t('egg.none')}
        </Box>
      )}
      <ul>
        {notes.map((note, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: notes may repeat, and never change places here
          <li key={at}>
            <code>{note.field}</code>
            <span>{eggNoteText(t, note.words)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
