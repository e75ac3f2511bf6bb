// Texts about the parts of a test: players, the robot, an invasion, and tiles.

const SIDE = ["tableau", "hand", "goods", "vp", "prestige", "tokens", "saved", "used", "goals"];
const TILES = ["tableau", "developments", "worlds", "goods", "credits", "vp"];
const DICE = ["cup", "citizenry", "developers", "settlers"];
const WORKERS = ["explore", "develop", "settle", "produce", "ship"];

export const TEST_PARTS = {
  steps: ["setup", "round start", "round end"], // played without a bonus
  startWorld: "Alpha Centauri", // of a new robot
  more: "More",
  addTo: (label) => `Add to ${label}`,
  remove: (label) => `Remove ${label}`,
  addPlayer: "Another player",
  player: (number) => `Opponent ${number}`,
  addCard: "Add a card",
  add: { tokens: "Add a token", goals: "Add a goal", answers: "Add an answer", when: "Add an action", dice: "Add a die", cards: "Add an invasion card", strength: "Add a world", cost: "Add a card", price: "Add a world" },
  firstOf: { goals: "nobody", goods: "1 home" },
  choices: {
    game: [["goes on", "goes on"], ["over", "over"]],
    defended: [["yes", "yes"], ["no", "no"]],
    first: [["you", "You"], ["opponent", "Opponent"], ["opponent 2", "Opponent 2"], ["opponent 3", "Opponent 3"]],
    selects: WORKERS.map((phase) => [phase, phase]),
  },
  keys: {
    tableau: "Tableau", hand: "Hand", goods: "Goods", supply: "Top of the deck", tokens: "Tokens", vp: "Points in chips",
    prestige: "Prestige", saved: "Saved cards", used: "Used up", goals: "Goals", opponent: "Another player", opponents: "Other players",
    first: "First player", robot: "Robot", invasion: "Invasion", when: "When", answers: "Answers", paid: "Cards paid", looked: "Cards looked at",
    military: "Military", score: "Points so far", strength: "Military against", cost: "Cost of", price: "Price for a good of", points: "Points of",
    attack: "Attack on", defense: "Defense of", game: "The game", start: "Start world", dice: "Dice", stack: "Stack", credit: "Credit track",
    economy: "Economy track", counters: "Counters", wave: "Next wave", cards: "Invasion cards", shaken: "Lost attacks", damaged: "Damaged worlds",
    contributed: "Goods contributed", defended: "Held out", repulse: "Value to repulse", developments: "Developments", worlds: "Worlds",
    cup: "Cup", citizenry: "Citizenry", developers: "Developers", settlers: "Settlers", credits: "Credits", rolled: "Rolled dice", selects: "You select",
    bag: "Tiles in the bag", explore: "To Explore", develop: "To Develop", settle: "To Settle", produce: "To Produce", ship: "To Ship",
  },
  /** Keys of `given` and of its parts, in the order in which they are offered. */
  laidOut: {
    race: ["goods", "supply", "vp", "prestige", "saved", "used", "tokens", "goals", "opponent", "opponents", "first", "robot", "invasion"],
    roll: [...TILES.slice(1), ...DICE, ...WORKERS, "rolled", "selects", "bag", "opponents", "first"],
    opponent: [...SIDE, "when", "answers", "contributed", ...TILES.slice(1, 3)],
    robot: ["start", "dice", "tableau", "stack", "vp", "prestige", "credit", "economy", "counters"],
    invasion: ["wave", "cards", "shaken", "damaged", "contributed"],
  },
  /** Keys of `then` and of its parts. */
  expected: {
    race: ["tableau", "hand", "goods", "vp", "prestige", "tokens", "paid", "looked", "military", "score", "saved", "used", "goals", "points", "cost", "price", "strength", "attack", "defense", "game", "opponent", "opponents", "robot", "invasion"],
    roll: [...TILES, ...DICE, "score", "game", "opponents"],
    opponent: [...SIDE, "paid", "military", "score", "credits", ...DICE],
    robot: ["tableau", "stack", "vp", "prestige", "credit", "economy", "counters", "score"],
    invasion: ["defended", "damaged", "points", "military", "contributed", "repulse"],
  },
};
