// What can be done to a node: switch it off or let it join again beside its heading; rename or delete it below.

import { ActionIcon, Box, Button, Group, Menu, Modal, TextInput } from '@mantine/core'
import type { Node } from '@rookery/contracts/http/nodes.ts'
import { IconDots, IconPlugX, IconTerminal2 } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTexts } from '../../texts/texts.ts'
import { Panel } from '../../ui/controls/page-frame.tsx'
import { SettingRow } from '../../ui/controls/section.tsx'
import { FormProblem } from '../../ui/feedback/form-message.tsx'

export type NodeAction = 'rename' | 'switch' | 'enroll' | 'delete'

export interface NodeManageViewProps {
  node: Node
  gameServerCount: number
  mayEdit: boolean
  /** Whoever joins with the command becomes this node: administrators only. */
  mayEnroll: boolean
  mayDelete: boolean
  /** What is on its way. */
  busyWith: NodeAction | null
  /** Why the last deed was refused. */
  refusal: { action: NodeAction; text: string } | null
  onRename: (name: string) => void
  onSwitch: (isEnabled: boolean) => void
  onEnroll: () => void
  onDelete: () => void
}

/** Beside the heading: a button for what a lost or disabled node needs, all else in a menu. */
export function NodeHeadActions(props: NodeManageViewProps) {
  const t = useTexts()
  const { node, busyWith, mayEdit, mayEnroll, onSwitch } = props
  const [isAsking, setIsAsking] = useState(false)
  if (!mayEdit) return null
  // A node that was refused or has not joined offers it in its notice.
  const isEnrollable = mayEnroll && node.enabled && node.refusal === null && node.enrolled
  return (
    <>
      {isEnrollable && !node.online && (
        <Button variant="default" loading={busyWith === 'enroll'} onClick={props.onEnroll}>
          {t('node.enrollButton')}
        </Button>
      )}
      {!node.enabled && (
        <Button loading={busyWith === 'switch'} onClick={() => onSwitch(true)}>
          {t('node.switchOn')}
        </Button>
      )}
      {node.enabled && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="default" size={36} aria-label={t('power.more')} loading={busyWith !== null}>
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {isEnrollable && node.online && (
              <Menu.Item leftSection={<IconTerminal2 size={16} />} onClick={props.onEnroll}>
                {t('node.enrollButton')}
              </Menu.Item>
            )}
            <Menu.Item leftSection={<IconPlugX size={16} />} onClick={() => setIsAsking(true)}>
              {t('node.switchOff')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      <Modal
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title={t('node.switchOffTitle', { name: node.name })}
      >
        <p className="text-quiet">{t('node.switchOffText')}</p>
        <Group mt={20} gap={8} wrap="nowrap" justify="flex-end">
          <Button variant="default" data-autofocus onClick={() => setIsAsking(false)}>
            {t('actions.cancel')}
          </Button>
          <Button
            onClick={() => {
              setIsAsking(false)
              onSwitch(false)
            }}
          >
            {t('node.switchOffConfirm')}
          </Button>
        </Group>
      </Modal>
    </>
  )
}

export function NodeManageView(props: NodeManageViewProps) {
  const t = useTexts()
  const { node, refusal } = props
  return (
    <Panel title={t('node.manage')}>
      {props.mayEdit && <RenameRow key={node.name} {...props} />}
      {props.mayDelete && <DeleteRow {...props} />}
      {refusal && refusal.action !== 'rename' && (
        <Box px={20} pb={18}>
          <FormProblem>{refusal.text}</FormProblem>
        </Box>
      )}
    </Panel>
  )
}

function DeleteRow({ node, gameServerCount, busyWith, onDelete }: NodeManageViewProps) {
  const t = useTexts()
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <SettingRow
        title={t('node.delete')}
        text={gameServerCount > 0 ? t('node.deleteHeld', { count: gameServerCount }) : t('node.deleteText')}
        action={
          <Button
            variant="light"
            color="danger"
            disabled={gameServerCount > 0}
            onClick={() => setIsAsking(true)}
          >
            {t('node.deleteButton')}
          </Button>
        }
      />
      <Modal
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title={t('node.deleteTitle', { name: node.name })}
      >
        <p className="text-quiet">{t('node.deleteText')}</p>
        <Group mt={20} gap={8} wrap="nowrap" justify="flex-end">
          <Button variant="default" data-autofocus onClick={() => setIsAsking(false)}>
            {t('actions.cancel')}
          </Button>
          <Button
            color="danger"
            loading={busyWith === 'delete'}
            onClick={() => {
              setIsAsking(false)
              onDelete()
            }}
          >
            {t('node.deleteConfirm')}
          </Button>
        </Group>
      </Modal>
    </>
  )
}

function RenameRow({ node, busyWith, refusal, onRename }: NodeManageViewProps) {
  const t = useTexts()
  const [name, setName] = useState(node.name)
  const typed = name.trim()
  function submit(event: FormEvent) {
    event.preventDefault()
    if (typed && typed !== node.name) onRename(typed)
  }
  const fault = typed ? (refusal?.action === 'rename' ? refusal.text : null) : t('nodes.needName')
  return (
    <SettingRow
      title={t('node.rename')}
      text={t('node.renameText')}
      action={
        <form onSubmit={submit} noValidate>
          <Group gap={8} wrap="nowrap" align="flex-start">
            <TextInput
              flex={1}
              aria-label={t('node.rename')}
              value={name}
              maxLength={190}
              error={fault}
              onChange={event => setName(event.currentTarget.value)}
            />
            <Button
              flex="none"
              type="submit"
              variant="default"
              loading={busyWith === 'rename'}
              disabled={!typed || typed === node.name}
            >
              {t('actions.save')}
            </Button>
          </Group>
        </form>
      }
    />
  )
}
