// The settings of a game server on one page: what the caller may change, in sections that save by themselves.

import { Box, Stack, TextInput } from '@mantine/core'
import {
  type GameServerDetail,
  readGameServer,
  readOwnAbilities,
} from '@rookery/contracts/http/game-servers.ts'
import { readProfile } from '@rookery/contracts/http/profile.ts'
import { changeSettings, type GameServerSettings, readSettings } from '@rookery/contracts/http/settings.ts'
import { IconSearch } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useParams } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { usePowerAction } from '../../../parts/power/use-power-action.ts'
import { fieldMessage } from '../../../parts/problems/field-message.ts'
import { problemMessage } from '../../../parts/problems/problem-message.ts'
import { ProblemState } from '../../../parts/problems/problem-state.tsx'
import { awayStyle } from '../../../parts/run-state/state-style.ts'
import { usePlayersOnline } from '../../../parts/usage/use-players-online.ts'
import { api } from '../../../platform/api-client.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { apiQuery, keyOf } from '../../../platform/api-queries.ts'
import { useTexts } from '../../../texts/texts.ts'
import { LeaveGuard } from '../../../ui/controls/leave-guard.tsx'
import { Panel } from '../../../ui/controls/page-frame.tsx'
import { LoadingRows } from '../../../ui/feedback/loading-rows.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { DangerSection } from './danger-section.tsx'
import { GeneralSection } from './general-section.tsx'
import { LimitsSection } from './limits-section.tsx'
import { changeOf, countChanges, faultsOf, noEdits, type SettingsChange } from './logic/settings-edits.ts'
import { changeOfPart, matchesSearch, type SettingsPart, withoutPart } from './logic/settings-parts.ts'
import { NetworkSection } from './network-section.tsx'
import styles from './settings.module.css'
import { SettingsIndex, type SettingsSection, settingsSections } from './settings-index.tsx'
import { SettingsView } from './settings-view.tsx'
import { useMarkedMatches } from './use-marked-matches.ts'

export function SettingsPage() {
  const { serverId } = useParams({ from: '/shell/servers/$serverId' })
  const call = { params: { server: serverId } }
  const gameServer = useQuery(apiQuery(readGameServer, call))
  const settings = useQuery(apiQuery(readSettings, call))
  const profile = useQuery(apiQuery(readProfile, {}))
  const isAdministrator = profile.data?.is_admin ?? false
  const { refetch } = settings
  const run = gameServer.data && `${gameServer.data.state} ${gameServer.data.state_changed_at}`
  // Whether a restart is due changes with the state, and nothing else tells it; after a quick restart only its time differs.
  useEffect(() => {
    if (run) void refetch()
  }, [run, refetch])
  // A deny may close the settings of the game to an administrator; the rest of the page stays theirs.
  const isClosed = settings.error instanceof ApiError && settings.error.code === 'forbidden'
  if (gameServer.data && profile.data && (settings.data || (isClosed && isAdministrator))) {
    return (
      <LoadedSettings
        key={serverId}
        settings={settings.data ?? null}
        gameServer={gameServer.data}
        isAdministrator={isAdministrator}
        isManager={isAdministrator || gameServer.data.owner?.id === profile.data.id}
      />
    )
  }
  return (
    <Panel>
      {settings.isError ? (
        <ProblemState problem={settings.error} onRetry={() => void refetch()} />
      ) : (
        <LoadingRows rows={5} />
      )}
    </Panel>
  )
}

/** Goes to the section that the address names, once it is there. */
function useArrival() {
  const { hash } = useLocation()
  useEffect(() => {
    if (hash) document.getElementById(hash)?.scrollIntoView()
  }, [hash])
}

const isOfGame = (section: SettingsSection) => ['game', 'start', 'crash'].includes(section)

const isOfManager = (section: SettingsSection) => ['general', 'danger'].includes(section)

interface LoadedSettingsProps {
  /** Null: not for this person. */
  settings: GameServerSettings | null
  gameServer: GameServerDetail
  isAdministrator: boolean
  /** An administrator, or the owner: who names the server and deletes it. */
  isManager: boolean
}

function LoadedSettings({ settings, gameServer, isAdministrator, isManager }: LoadedSettingsProps) {
  const t = useTexts()
  const [searchText, setSearchText] = useState('')
  const [counts, setCounts] = useState<Readonly<Record<string, number>>>({})
  const onCount = useCallback((section: string, count: number) => {
    setCounts(before => (before[section] === count ? before : { ...before, [section]: count }))
  }, [])
  useArrival()
  const search = searchText.trim()
  const page = useRef<HTMLDivElement>(null)
  useMarkedMatches(page, search)
  const details = { gameServer, onCount }
  /** Hidden, not taken away: what was typed in it stays. */
  const found = {
    general: [
      t('settings.general'),
      t('newServer.name'),
      t('settings.description'),
      t('newServer.tags'),
      ...(isAdministrator ? [t('settings.externalId')] : []),
    ],
    network: [
      t('settings.network'),
      t('newServer.address'),
      t('newServer.gamePort'),
      t('newServer.queryPort'),
      t('newServer.rconPort'),
      t('manageServer.rconPassword'),
    ],
    limits: [
      t('settings.limits'),
      t('newServer.way'),
      t('newServer.memory'),
      t('newServer.cpu'),
      t('newServer.disk'),
    ],
    danger: [
      t('settings.danger'),
      t('settings.deleteTitle'),
      ...(isAdministrator ? [t('settings.suspendTitle')] : []),
    ],
  }
  const isHidden = (section: keyof typeof found) => !matchesSearch(search, found[section])
  const sections = useMemo(
    () =>
      settingsSections.filter(section => {
        if (isOfGame(section)) return settings !== null
        return isOfManager(section) ? isManager : isAdministrator
      }),
    [settings, isAdministrator, isManager],
  )
  return (
    <div className={styles.withIndex}>
      <div className={styles.aside}>
        <TextInput
          leftSection={<IconSearch size={16} aria-hidden />}
          placeholder={t('settings.search')}
          aria-label={t('settings.search')}
          value={searchText}
          onChange={event => setSearchText(event.currentTarget.value)}
        />
        {search === '' && sections.length > 1 && <SettingsIndex sections={sections} />}
      </div>
      <Stack ref={page} gap={0} miw={0}>
        <LeaveGuard hasChanges={Object.values(counts).some(count => count > 0)} />
        {!gameServer.node_online && (
          <Box mb={12}>
            <Notice status={awayStyle} title={t('settings.awayTitle')}>
              {t('settings.awayText')}
            </Notice>
          </Box>
        )}
        <GameSettings
          settings={settings}
          gameServer={gameServer}
          search={search}
          onCount={onCount}
          isOtherFound={isManager && Object.values(found).some(texts => matchesSearch(search, texts))}
          first={
            isManager && (
              <div hidden={isHidden('general')}>
                <GeneralSection {...details} isAdministrator={isAdministrator} />
              </div>
            )
          }
          middle={
            isAdministrator && (
              <>
                <div hidden={isHidden('network')}>
                  <NetworkSection {...details} />
                </div>
                <div hidden={isHidden('limits')}>
                  <LimitsSection {...details} />
                </div>
              </>
            )
          }
          last={
            isManager && (
              <div hidden={isHidden('danger')}>
                <DangerSection gameServer={gameServer} isAdministrator={isAdministrator} />
              </div>
            )
          }
        />
      </Stack>
    </div>
  )
}

/** Keeps what is typed of the settings of the game, and saves it a section at a time. */
function useSettingsEdits(settings: GameServerSettings, serverId: string) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const params = { server: serverId }
  const [edits, setEdits] = useState(noEdits)
  const [saved, setSaved] = useState<SettingsPart | null>(null)
  const save = useMutation({
    mutationFn: ({ change }: { part: SettingsPart; change: SettingsChange }) =>
      api(changeSettings, { params, body: change }),
    onSuccess: (after, { part }) => {
      queryClient.setQueryData(apiQuery(readSettings, { params }).queryKey, after)
      void queryClient.invalidateQueries({ queryKey: keyOf(readGameServer) })
      setEdits(before => withoutPart(before, part))
      setSaved(part)
    },
  })
  const change = changeOf(settings, edits)
  const faults = save.error instanceof ApiError ? save.error.fields : {}
  const sent = save.variables?.change.variables ?? {}
  /** A refusal speaks about the value that was sent: once another is typed, it is silent. */
  const refused = Object.fromEntries(
    Object.keys(sent)
      .filter(name => sent[name] === edits.variables[name])
      .map(name => [name, fieldMessage(t, faultsOf(faults, name))]),
  )
  const isAboutVariables = Object.keys(sent).some(name => faultsOf(faults, name))
  const problem = save.error && !isAboutVariables ? problemMessage(t, save.error) : null
  return {
    edits,
    change,
    refused,
    isPending: save.isPending,
    setEdits,
    stateOf: (part: SettingsPart) => ({
      isBusy: save.isPending && save.variables.part === part,
      isSaved: saved === part,
      problem: save.variables?.part === part ? problem : null,
    }),
    save: (part: SettingsPart) => save.mutate({ part, change: changeOfPart(change, part) }),
    discard: (part: SettingsPart) => {
      save.reset()
      setEdits(before => withoutPart(before, part))
    },
  }
}

interface GameSettingsProps extends Omit<LoadedSettingsProps, 'isAdministrator' | 'isManager'> {
  search: string
  /** Whether the search finds a section of administrators. */
  isOtherFound: boolean
  onCount: (section: string, count: number) => void
  first: React.ReactNode
  middle: React.ReactNode
  last: React.ReactNode
}

function GameSettings({ settings, first, middle, last, ...props }: GameSettingsProps) {
  if (settings) return <ReadableSettings {...props} {...{ settings, first, middle, last }} />
  return (
    <>
      {first}
      {middle}
      {last}
    </>
  )
}

type ReadableSettingsProps = GameSettingsProps & { settings: GameServerSettings }

function ReadableSettings(props: ReadableSettingsProps) {
  const { settings, gameServer, search, isOtherFound, onCount, first, middle, last } = props
  const serverId = String(gameServer.id)
  const abilities = useQuery(apiQuery(readOwnAbilities, { params: { server: serverId } }))
  const power = usePowerAction()
  const hasPlayers = usePlayersOnline([gameServer.id]) > 0
  const { edits, change, refused, isPending, setEdits, stateOf, save, discard } = useSettingsEdits(
    settings,
    serverId,
  )
  const count = isPending ? 0 : countChanges(change)
  useEffect(() => onCount('settings', count), [onCount, count])
  return (
    <SettingsView
      settings={settings}
      gameServer={gameServer}
      search={search}
      isOtherFound={isOtherFound}
      edits={edits}
      refused={refused}
      stateOf={stateOf}
      mayRestart={abilities.data?.['game-server-restart'] ?? false}
      isRestarting={power.busyId === gameServer.id}
      hasPlayers={hasPlayers}
      first={first}
      middle={middle}
      last={last}
      onEdit={setEdits}
      onSave={save}
      onDiscard={discard}
      onRestart={() => power.act(gameServer, 'restart')}
    />
  )
}
