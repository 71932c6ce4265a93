// What each weapon looks like in use, as narration lines (see narration.ts).

import type { WeaponId } from './weapons.ts'

export type WeaponLines = { hit: string[]; critical: string[]; miss: string[]; kill: string[] }

export const weaponLines: Record<WeaponId, WeaponLines> = {
  fists: {
    hit: [
      '{A} [punch|punches] {V} in the general area of the face.',
      '{A} [land|lands] a slap on {V} that echoes for a while.',
      '{A} [apply|applies] a knee to {V}. Unscientific, but it works.',
      "{A} [pull|pulls] {V's} nose, and [forget|forgets] to let go.",
      '{A} [give|gives] {V} a firm handshake, on the chin.',
    ],
    critical: ['{A} [wind|winds] up for so long that {V} <get|gets> bored, and then it connects.'],
    miss: [
      '{A} [swing|swings] at {V} and [hit|hits] only the moment.',
      '{A} [punch|punches] the wall beside {V}. The wall wins.',
    ],
    kill: ['{A} [finish|finishes] {V} with bare hands, and [look|looks] for a towel.'],
  },
  pan: {
    hit: [
      'BONG. {A} [introduce|introduces] {V} to the pan.',
      '{A} [flip|flips] {V} over easy.',
      '{A} [swing|swings] the pan and {V} <ring|rings> in B flat.',
    ],
    critical: ["BOOOONG. {V} <carry|carries> the maker's mark on the forehead now."],
    miss: [
      '{A} [swing|swings] the pan, [miss|misses] {V} and [spin|spins] round twice.',
      'The pan whistles past {V}. Somewhere, an egg is spared.',
    ],
    kill: ['{A} [serve|serves] {V}, sunny side down.', 'BONG. {V} will not be needing breakfast.'],
  },
  chicken: {
    hit: [
      'SQUEAK. {A} [slap|slaps] {V} with the chicken.',
      '{A} [chicken|chickens] {V}. It is a verb now.',
      'Squeak, squeak. {V} <take|takes> poultry to the ear.',
    ],
    critical: ['SQUEEEEAK. A legendary chicken strike. {V} <hear|hears> farmyards.'],
    miss: [
      '{A} [swing|swings] the chicken past {V}. It squeaks with regret.',
      '{V} <duck|ducks>. Wrong bird, right idea.',
    ],
    kill: [
      '{V} <are|is> beaten to death with a rubber chicken. Someone must tell the family.',
      'One last squeak. It was not the chicken, it was {V}.',
    ],
  },
  baguette: {
    hit: [
      '{A} [break|breaks] bread with {V}. Over the head.',
      'Crunch. {A} [baguette|baguettes] {V} without butter.',
      '{A} [fence|fences] beautifully and [leave|leaves] crumbs all over {V}.',
    ],
    critical: ['Three-day-old crust meets {V}. The crust does not yield.'],
    miss: [
      '{A} [thrust|thrusts] the baguette at {V} and [feed|feeds] a pigeon.',
      'The baguette misses {V}. The crumbs do not.',
    ],
    kill: [
      '{V} <are|is> toast.',
      '{A} [end|ends] {V} with a baguette. The inquest will be short and hungry.',
    ],
  },
  herring: {
    hit: [
      'Splat. {A} [herring|herrings] {V} on the cheek.',
      '{A} [slap|slaps] {V} with a fish, twice, for manners.',
      'The herring visits {V} and leaves scales.',
    ],
    critical: ['{A} [deliver|delivers] the fish with a run-up. {V} will smell of harbour for days.'],
    miss: [
      'The herring slips out, flies past {V}, and is retrieved with dignity.',
      '{A} [swing|swings] at {V}. The herring looks embarrassed.',
    ],
    kill: [
      '{V} <sleep|sleeps> with the fish.',
      'Death by herring. {V} <deserve|deserves> a better obituary.',
    ],
  },
  trebuchet: {
    hit: [
      'Twang... THUD. {A} [land|lands] a very small boulder on {V}.',
      '{A} [do|does] the mathematics, and {V} <are|is> the answer.',
    ],
    critical: ['A perfect parabola. {V} <see|sees> it coming for the whole four seconds.'],
    miss: [
      'The boulder sails past {V} and hits a spectator, who was asking for it.',
      '{A} [forget|forgets] the wind. The boulder lands in another genre.',
      'Twang... {V} <step|steps> aside, <check|checks> the time, and <step|steps> back.',
    ],
    kill: [
      'A boulder arrives. {V} <do|does> not dispute it.',
      'Siege successful. {V} <have|has> been breached.',
    ],
  },
  cactus: {
    hit: [
      '{A} [hug|hugs] {V} with a cactus in between.',
      '{A} [pot|pots] {V}. Everyone present says ow.',
      '{V} <get|gets> the point. Several hundred of them.',
    ],
    critical: ['{A} [plant|plants] the cactus where {V} <sit|sits>.'],
    miss: ["{A} [lunge|lunges] with the cactus; {V} <let|lets> it pass at arm's length."],
    kill: ['{V} <die|dies> of acupuncture.', '{V} <are|is> now mostly cactus.'],
  },
  accordion: {
    hit: [
      '{A} [play|plays] the bridge of something. {V} <bleed|bleeds> from one ear.',
      'A wheeze, a polka, a scream: the last one is from {V}.',
    ],
    critical: ['{A} [reach|reaches] the chorus. {V} <know|knows> the words, which is worse.'],
    miss: ['{A} [squeeze|squeezes] the accordion. {V} only <hear|hears> wind.'],
    kill: ['{V} <die|dies> during the second verse, and <miss|misses> nothing.'],
  },
  stapler: {
    hit: [
      'Ka-chunk. {A} [attach|attaches] a memo to {V}.',
      '{A} [file|files] {V} under M for Misc.',
      'Ka-chunk, ka-chunk. {V} <are|is> now a bound document.',
    ],
    critical: ["{A} [staple|staples] {V} to {V's} own sleeve. In triplicate."],
    miss: [
      'Click. {A} [have|has] run out of staples for a second.',
      '{A} [staple|staples] the air next to {V}.',
    ],
    kill: ['{A} [close|closes] the file on {V}.', '{V} <have|has> been processed.'],
  },
  beak: {
    hit: [
      'HONK. {A} pecks {V} in the shin.',
      '{A} bites {V} and makes eye contact throughout.',
      '{A} beats {V} with a wing. It has done this before.',
      '{A} takes a running start and arrives in {V}.',
      'HONK, says the left side of {A}. The right side bites {V}.',
      "{A} runs between {V's} legs and makes the most of it.",
    ],
    critical: ["{A} goes for {V's} knees. Both of them."],
    miss: [
      '{A} hisses at {V} like a kettle with a grudge.',
      '{A} charges {V}, trips, and pretends it was a dance.',
    ],
    kill: ['{A} stands on {V} and honks. It is over.', '{V} <lose|loses> to a goose. It is in writing now.'],
  },
  tongue: {
    hit: ['{A} [lick|licks] {V} across the arena. Ribbit.', 'Thwip. {A} [slap|slaps] {V} with a wet tongue.'],
    critical: ['{A} [get|gets] {V} right in the eye. Croak of triumph.'],
    miss: ['{A} [catch|catches] a fly instead of {V}. No regrets.'],
    kill: ['{V} <are|is> killed by an actual frog.'],
  },
  plank: {
    hit: ['{A} spins round on its pole and hits {V} from behind.'],
    critical: ['{A} spins round on its pole and hits {V} from behind.'],
    miss: ['{A} wobbles at {V}.'],
    kill: ['{V} <are|is> defeated by a sack of straw on a stick. The straw says nothing.'],
  },
}
