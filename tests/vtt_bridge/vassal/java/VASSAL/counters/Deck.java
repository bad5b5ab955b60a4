package VASSAL.counters;

public final class Deck extends Stack {}
