// SFTP of a node: whether it listens and where, and for those who may, the switch and the port.

import { Box, Button, Group, TextInput } from '@mantine/core'
import type { Node } from '@rookery/contracts/http/nodes.ts'
import { portNumber } from '@rookery/contracts/http/shapes.ts'
import {
  IconAlertTriangleFilled,
  IconLoader2,
  IconPlugConnected,
  IconPlugConnectedX,
  IconPower,
} from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { fieldMessage } from '../../../parts/problems/field-message.ts'
import { useTexts } from '../../../texts/texts.ts'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import { Panel } from '../../../ui/controls/page-frame.tsx'
import { SettingRow } from '../../../ui/controls/section.tsx'
import { FormProblem } from '../../../ui/feedback/form-message.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Pill } from '../../../ui/tone/pill.tsx'
import type { StatusStyle } from '../../../ui/tone/tone.ts'
import { type SftpState, sftpState } from './sftp-state-rules.ts'

export interface NodeSftpViewProps {
  node: Pick<Node, 'sftp' | 'online'>
  mayEdit: boolean
  busyWith: 'switch' | 'port' | null
  portFaults: string[] | undefined
  problem: string | null
  onSwitch: (isOn: boolean) => void
  onPort: (port: number) => void
}

const statusStyles: Record<SftpState, StatusStyle> = {
  off: { tone: 'resting', Icon: IconPower },
  listening: { tone: 'running', Icon: IconPlugConnected },
  problem: { tone: 'trouble', Icon: IconAlertTriangleFilled },
  starting: { tone: 'moving', Icon: IconLoader2, isMoving: true },
  away: { tone: 'away', Icon: IconPlugConnectedX },
}

export function NodeSftpView(props: NodeSftpViewProps) {
  const t = useTexts()
  const { node, mayEdit, problem } = props
  const { sftp } = node
  const state = sftpState(node)
  return (
    <Panel
      title={t('nodeSftp.title')}
      action={
        state !== 'away' && (
          <Pill status={statusStyles[state]} label={t(`nodeSftp.${state}`, { port: sftp.port })} />
        )
      }
    >
      {state === 'problem' && (
        <Box pt={14} px={20} pb={4}>
          <Notice status={statusStyles.problem} title={t('nodeSftp.problemTitle', { port: sftp.port })}>
            {t('nodeSftp.problemText', { problem: sftp.problem })}
          </Notice>
        </Box>
      )}
      {problem && (
        <Box pt={14} px={20} pb={4}>
          <FormProblem>{problem}</FormProblem>
        </Box>
      )}
      <SwitchRow {...props} />
      {mayEdit && <PortRow key={sftp.port} {...props} />}
      {sftp.enabled && sftp.host_key_fingerprint && (
        <SettingRow
          title={t('nodeSftp.fingerprint')}
          text={t('nodeSftp.fingerprintText')}
          action={
            <Group component="span" gap={4} wrap="nowrap">
              <Box component="code" className="text-quiet breakable" fz={12.5}>
                {sftp.host_key_fingerprint}
              </Box>
              <CopyButton text={sftp.host_key_fingerprint} label={t('nodeSftp.copyFingerprint')} />
            </Group>
          }
        />
      )}
    </Panel>
  )
}

function SwitchRow({ node: { sftp }, mayEdit, busyWith, onSwitch }: NodeSftpViewProps) {
  const t = useTexts()
  const switchLabel = sftp.enabled ? t('nodeSftp.switchOff') : t('nodeSftp.switchOn')
  return (
    <SettingRow
      title={t('nodeSftp.about')}
      text={sftp.enabled ? t('nodeSftp.onText') : t('nodeSftp.offText')}
      action={
        mayEdit && (
          <Button variant="default" loading={busyWith === 'switch'} onClick={() => onSwitch(!sftp.enabled)}>
            {switchLabel}
          </Button>
        )
      }
    />
  )
}

function PortRow({ node: { sftp }, busyWith, portFaults, onPort }: NodeSftpViewProps) {
  const t = useTexts()
  const [typed, setTyped] = useState(String(sftp.port))
  const port = Number(typed)
  const isGood = typed !== '' && portNumber.safeParse(port).success
  const isChanged = port !== sftp.port

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isGood && isChanged) onPort(port)
  }

  return (
    <SettingRow
      title={t('nodeSftp.port')}
      text={t('nodeSftp.portText')}
      action={
        <form onSubmit={submit} noValidate>
          <Group gap={8} wrap="nowrap" align="flex-start">
            <TextInput
              aria-label={t('nodeSftp.port')}
              inputMode="numeric"
              maxLength={5}
              w={110}
              classNames={{ input: 'mono' }}
              value={typed}
              error={isGood ? fieldMessage(t, portFaults) : t('nodeSftp.portWrong')}
              onChange={event => setTyped(event.currentTarget.value.replace(/\D/g, ''))}
            />
            <Button
              flex="none"
              type="submit"
              variant="default"
              loading={busyWith === 'port'}
              disabled={!isGood || !isChanged}
            >
              {t('nodeSftp.savePort')}
            </Button>
          </Group>
        </form>
      }
    />
  )
}
