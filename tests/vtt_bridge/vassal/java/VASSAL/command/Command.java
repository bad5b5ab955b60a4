package VASSAL.command;

public abstract class Command {}
