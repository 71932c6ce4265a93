// What the node holds and the panel does not have: game servers after a restore, and files that were kept.

import { Box, Button, Group, Modal, NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import type { BodyOf } from '@rookery/contracts/http/endpoint.ts'
import type { adoptUnknownServer, UnknownServer } from '@rookery/contracts/http/unknown-servers.ts'
import { useState } from 'react'
import { StatePill } from '../../../parts/run-state/state-pill.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { Panel } from '../../../ui/controls/page-frame.tsx'
import table from '../../../ui/controls/table.module.css'
import { FormProblem } from '../../../ui/feedback/form-message.tsx'
import { TimeAgo } from '../../../ui/time/live-time.tsx'
import styles from '../nodes.module.css'

export interface UnknownServersViewProps {
  servers: UnknownServer[]
  templates: { id: number; slug: string; name: string }[]
  /** The uuid that is being adopted or deleted. */
  busyWith: string | null
  problem: string | null
  /** A dialog opens: what was refused before is no longer of interest. */
  onAsk: () => void
  onAdopt: (uuid: string, input: BodyOf<typeof adoptUnknownServer>) => void
  onDelete: (uuid: string) => void
}

interface Asking {
  action: 'adopt' | 'delete'
  server: UnknownServer
}

export function UnknownServersView(props: UnknownServersViewProps) {
  const t = useTexts()
  const [asking, setAsking] = useState<Asking | null>(null)
  const close = () => setAsking(null)
  const ask = (next: Asking) => {
    props.onAsk()
    setAsking(next)
  }
  // Adopting keeps its dialog open until the server has left this list, so that a refusal can be answered there.
  const adopting =
    asking?.action === 'adopt' ? props.servers.find(({ uuid }) => uuid === asking.server.uuid) : undefined
  return (
    <Panel title={t('node.unknownTitle')}>
      <p className={`text-quiet ${styles.quiet}`}>{t('node.unknownText')}</p>
      {props.problem && !adopting && (
        <Box px={20} pb={18}>
          <FormProblem>{props.problem}</FormProblem>
        </Box>
      )}
      <div className={table.scroll}>
        <table className={`${table.table} ${table.stacks} ${styles.rows} ${styles.unknown}`}>
          <thead>
            <tr>
              <th>{t('node.server')}</th>
              <th>{t('node.state')}</th>
              <th aria-label={t('node.manage')} />
            </tr>
          </thead>
          <tbody>
            {props.servers.map(server => (
              <tr key={server.uuid}>
                <td className={table.grow}>
                  <span className={table.strong}>{server.name ?? t('node.unknownNameless')}</span>
                  <div className="mono text-caption truncate" title={server.uuid}>
                    {server.uuid}
                  </div>
                </td>
                <td>
                  <UnknownState server={server} />
                </td>
                <td>
                  <Group component="span" gap={8} wrap="nowrap" justify="flex-end" py={10}>
                    <Button
                      size="xs"
                      variant="default"
                      loading={props.busyWith === server.uuid}
                      onClick={() => ask({ action: 'adopt', server })}
                    >
                      {t('node.adopt')}
                    </Button>
                    <Button
                      size="xs"
                      variant="light"
                      color="danger"
                      disabled={props.busyWith === server.uuid}
                      onClick={() => ask({ action: 'delete', server })}
                    >
                      {t('node.unknownDelete')}
                    </Button>
                  </Group>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {adopting && <AdoptDialog {...props} server={adopting} onClose={close} />}
      {asking?.action === 'delete' && <DeleteDialog {...props} server={asking.server} onClose={close} />}
    </Panel>
  )
}

function UnknownState({ server }: { server: UnknownServer }) {
  const t = useTexts()
  if (server.state !== null) return <StatePill state={server.state} isNodeOnline />
  return (
    <span>
      {t('node.filesOnly')}
      {server.removed_at && (
        <>
          {', '}
          <TimeAgo at={server.removed_at} />
        </>
      )}
    </span>
  )
}

type DialogProps = UnknownServersViewProps & { server: UnknownServer; onClose: () => void }

const portFields = ['port', 'query_port', 'rcon_port'] as const
type PortField = (typeof portFields)[number]
const portLabels = {
  port: 'node.adoptGamePort',
  query_port: 'node.adoptQueryPort',
  rcon_port: 'node.adoptRconPort',
} as const

/** Left empty, the panel chooses. */
const isPort = (text: string) => text === '' || (Number(text) >= 1 && Number(text) <= 65_535)

function AdoptDialog({ server, templates, busyWith, problem, onAdopt, onClose }: DialogProps) {
  const t = useTexts()
  const known = templates.find(({ slug }) => slug === server.template)
  const [name, setName] = useState(server.name ?? '')
  const [templateId, setTemplateId] = useState(String(known?.id ?? ''))
  const [ports, setPorts] = useState<Record<PortField, string>>({
    port: String(server.port ?? ''),
    query_port: String(server.query_port ?? ''),
    rcon_port: String(server.rcon_port ?? ''),
  })
  const typed = name.trim()
  const isComplete = typed !== '' && templateId !== '' && portFields.every(field => isPort(ports[field]))
  return (
    <Modal opened onClose={onClose} title={t('node.adoptTitle')}>
      <p className="text-quiet">{t('node.adoptText')}</p>
      <TextInput
        mt="sm"
        label={t('nodes.nameLabel')}
        value={name}
        maxLength={190}
        data-autofocus
        onChange={event => setName(event.currentTarget.value)}
      />
      <NativeSelect
        mt="sm"
        label={t('node.adoptTemplate')}
        {...(known ? {} : { description: t('node.adoptTemplateUnknown') })}
        value={templateId}
        data={[
          ...(known ? [] : [{ value: '', label: '' }]),
          ...templates.map(({ id, name: label }) => ({ value: String(id), label })),
        ]}
        onChange={event => setTemplateId(event.currentTarget.value)}
      />
      <SimpleGrid minColWidth={112} autoFlow="auto-fit" spacing={12} mt={14}>
        {portFields.map(field => (
          <TextInput
            key={field}
            label={t(portLabels[field])}
            placeholder={t('node.adoptPortAuto')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={5}
            value={ports[field]}
            error={isPort(ports[field]) ? undefined : t('node.adoptPortWrong')}
            onChange={event =>
              setPorts({ ...ports, [field]: event.currentTarget.value.replaceAll(/\D/g, '') })
            }
          />
        ))}
      </SimpleGrid>
      <Box component="p" className="text-note" mt={8}>
        {t('node.adoptPorts')}
      </Box>
      {problem && <FormProblem>{problem}</FormProblem>}
      <Group mt={20} gap={8} wrap="nowrap" justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button
          disabled={!isComplete}
          loading={busyWith === server.uuid}
          onClick={() => {
            const chosen = portFields.filter(field => ports[field] !== '')
            onAdopt(server.uuid, {
              name: typed,
              template_id: Number(templateId),
              ...Object.fromEntries(chosen.map(field => [field, Number(ports[field])])),
            })
          }}
        >
          {t('node.adopt')}
        </Button>
      </Group>
    </Modal>
  )
}

function DeleteDialog({ server, onDelete, onClose }: DialogProps) {
  const t = useTexts()
  const name = server.name ?? server.uuid
  return (
    <Modal opened onClose={onClose} title={t('node.unknownDeleteTitle', { name })}>
      <p className="text-quiet">{t('node.unknownDeleteText')}</p>
      <Group mt={20} gap={8} wrap="nowrap" justify="flex-end">
        <Button variant="default" data-autofocus onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button
          color="danger"
          onClick={() => {
            onClose()
            onDelete(server.uuid)
          }}
        >
          {t('node.unknownDelete')}
        </Button>
      </Group>
    </Modal>
  )
}
