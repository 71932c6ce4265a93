// The help for the keyboard: which keys do what, and the switch for those that are one letter.

import { Group, Modal, Stack } from '@mantine/core'
import { Fragment } from 'react'
import { useTexts } from '../../texts/texts.ts'
import { OnOffSwitch } from '../../ui/controls/on-off-switch.tsx'
import { type JumpPage, jumpKeys } from './logic/shortcuts.ts'
import styles from './shortcuts.module.css'

interface ShortcutsProps {
  pages: readonly JumpPage[]
  areSingleKeysOn: boolean
  onSingleKeys: (areOn: boolean) => void
}

interface ShortcutsViewProps extends ShortcutsProps {
  isOpen: boolean
  onClose: () => void
}

export function ShortcutsView({ isOpen, onClose, ...rest }: ShortcutsViewProps) {
  const t = useTexts()
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('shortcuts.title')} size={940}>
      <Shortcuts {...rest} />
    </Modal>
  )
}

interface Shortcut {
  /** The ways to press it: each is one key, or two that are named. */
  keys: [first: string, second?: string][]
  keywords: string
}

export function Shortcuts({ pages, areSingleKeysOn, onSingleKeys }: ShortcutsProps) {
  const t = useTexts()
  const jumps = Object.entries(jumpKeys)
    .filter(([, page]) => pages.includes(page))
    .map(([key, page]): Shortcut => ({ keys: [['g', key]], keywords: t(`pages.${page}`) }))
  const control = t('shortcuts.control')
  const enter = t('shortcuts.enter')
  return (
    // It is read, so nothing in it is chosen when it opens.
    <Stack className={styles.help} gap={20} tabIndex={-1} data-autofocus>
      <div className={styles.groups}>
        <ShortcutGroup
          title={t('shortcuts.everywhere')}
          shortcuts={[
            { keys: [[control, 'K']], keywords: t('shortcuts.palette') },
            { keys: [['?']], keywords: t('shortcuts.help') },
            { keys: [['Esc']], keywords: t('shortcuts.close') },
          ]}
        />
        <ShortcutGroup
          title={t('palette.title')}
          shortcuts={[
            { keys: [['↑'], ['↓']], keywords: t('shortcuts.row') },
            { keys: [[enter]], keywords: t('shortcuts.open') },
          ]}
        />
        <ShortcutGroup
          title={t('pages.console')}
          shortcuts={[
            { keys: [['↑'], ['↓']], keywords: t('shortcuts.history') },
            { keys: [[enter]], keywords: t('shortcuts.nextMatch') },
            { keys: [[t('shortcuts.shift'), enter]], keywords: t('shortcuts.previousMatch') },
          ]}
        />
        <ShortcutGroup title={t('shortcuts.goTo')} shortcuts={jumps} />
        <ShortcutGroup
          title={t('pages.files')}
          shortcuts={[
            { keys: [['↑'], ['↓']], keywords: t('shortcuts.row') },
            { keys: [[enter]], keywords: t('shortcuts.open') },
            { keys: [['⌫']], keywords: t('shortcuts.up') },
            { keys: [[t('shortcuts.space')]], keywords: t('shortcuts.choose') },
            { keys: [[control, 'A']], keywords: t('shortcuts.chooseAll') },
            { keys: [[control, 'C']], keywords: t('shortcuts.copy') },
            { keys: [[control, 'X']], keywords: t('shortcuts.cut') },
            { keys: [[control, 'V']], keywords: t('shortcuts.paste') },
            { keys: [['F2']], keywords: t('shortcuts.rename') },
            { keys: [[t('shortcuts.delete')]], keywords: t('shortcuts.remove') },
            { keys: [[control, 'S']], keywords: t('shortcuts.save') },
          ]}
        />
      </div>
      <OnOffSwitch
        label={t('shortcuts.singleKeys')}
        description={t('shortcuts.singleKeysWhy')}
        checked={areSingleKeysOn}
        onChange={event => onSingleKeys(event.currentTarget.checked)}
      />
    </Stack>
  )
}

function ShortcutGroup({ title, shortcuts }: { title: string; shortcuts: readonly Shortcut[] }) {
  return (
    <section className={styles.group}>
      <h3>{title}</h3>
      <dl>
        {shortcuts.map(({ keys, keywords }) => (
          <Group
            key={keywords}
            className={styles.shortcut}
            mih={32}
            gap={16}
            wrap="nowrap"
            justify="space-between"
          >
            <dt>{keywords}</dt>
            <Group component="dd" gap={4} justify="flex-end" wrap="nowrap">
              {keys.map((way, index) => (
                <Fragment key={way.join(' ')}>
                  {index > 0 && <span className="text-faint">/</span>}
                  <kbd>{way[0]}</kbd>
                  {way[1] && <kbd>{way[1]}</kbd>}
                </Fragment>
              ))}
            </Group>
          </Group>
        ))}
      </dl>
    </section>
  )
}
