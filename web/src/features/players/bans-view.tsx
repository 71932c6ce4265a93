// Who is banned, and the way back. The game is asked only when somebody wants to see it: some write it into their console.

import { Box, Button } from '@mantine/core'
import type { PlayerBan } from '@rookery/contracts/players.ts'
import { useTexts } from '../../texts/texts.ts'
import { Panel } from '../../ui/controls/page-frame.tsx'
import table from '../../ui/controls/table.module.css'
import { FormProblem } from '../../ui/feedback/form-message.tsx'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import styles from './players.module.css'

export interface BansViewProps {
  /** Null: not asked for, or on their way. */
  bans: readonly PlayerBan[] | null
  isAsked: boolean
  isBusy: boolean
  /** Why they could not be read, or a ban could not be lifted. */
  problem: string | null
  mayLift: boolean
  /** Whose ban is being lifted. */
  lifting: PlayerBan | null
  onAsk: () => void
  onLift: (ban: PlayerBan) => void
}

export function BansView({ bans, isAsked, isBusy, problem, onAsk, ...list }: BansViewProps) {
  const t = useTexts()
  return (
    <Panel
      title={t('players.bannedTitle')}
      isDivided
      action={
        <Button className={styles.action} variant="default" size="xs" loading={isBusy} onClick={onAsk}>
          {t(isAsked ? 'players.refreshBans' : 'players.showBans')}
        </Button>
      }
    >
      {problem && (
        <Box p={12}>
          <FormProblem>{problem}</FormProblem>
        </Box>
      )}
      {!isAsked && <Quiet text={t('players.bansText')} />}
      {isAsked && !bans && !problem && <LoadingRows rows={2} />}
      {bans?.length === 0 && <Quiet text={t('players.noBans')} />}
      {bans && bans.length > 0 && <BanTable bans={bans} {...list} />}
    </Panel>
  )
}

function Quiet({ text }: { text: string }) {
  return (
    <Box component="p" className="text-quiet" px={16} py={14}>
      {text}
    </Box>
  )
}

function BanTable({
  bans,
  mayLift,
  lifting,
  onLift,
}: { bans: readonly PlayerBan[] } & Pick<BansViewProps, 'mayLift' | 'lifting' | 'onLift'>) {
  const t = useTexts()
  const hasReasons = bans.some(({ reason }) => reason !== null)
  return (
    <div className={table.scroll}>
      <table className={table.table}>
        <thead className={styles.head}>
          <tr>
            <th className={styles.name}>{t('players.name')}</th>
            {hasReasons && <th>{t('players.reason')}</th>}
            <th>{mayLift && <span className="visually-hidden">{t('players.actions')}</span>}</th>
          </tr>
        </thead>
        <tbody>
          {bans.map(ban => (
            <tr key={ban.id ?? ban.name}>
              <td className={`text-name ${styles.name}`}>
                <bdi>{ban.name}</bdi>
                <span className={`text-caption truncate ${styles.belowName}`} aria-hidden>
                  {ban.reason}
                </span>
              </td>
              {hasReasons && <td className={`text-quiet ${styles.more}`}>{ban.reason ?? '–'}</td>}
              <td className={table.right}>
                {mayLift && (
                  <Button
                    className={styles.action}
                    variant="default"
                    size="xs"
                    loading={lifting === ban}
                    disabled={lifting !== null}
                    aria-label={t('players.liftBanOf', { name: ban.name })}
                    onClick={() => onLift(ban)}
                  >
                    {t('players.liftBan')}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
